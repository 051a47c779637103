(() => {
  const marks = [...document.querySelectorAll('mark, aside li')];
  const rows = [...document.querySelectorAll('.keys')];
  const types = [...document.querySelectorAll('.key input')];
  const layers = [...document.querySelectorAll('.layers input')];
  const least = document.getElementById('least');
  const tags = document.getElementById('tags');
  const shown = document.getElementById('shown');
  const expected = document.getElementById('expected');
  const all = shown.textContent;
  const segments = marks.filter(mark => mark.id).length;
  const update = () => {
    const layer = layers.find(l => l.checked)?.value || null;
    const key = (layer, type) => layer + ' ' + type;
    const hidden = new Set(types.filter(t => !t.checked).map(t => key(t.dataset.l, t.value)));
    const away = part => layer !== null && part.dataset.l !== layer;
    let count = 0;
    let right = 0;
    for (const mark of marks) {
      const off = away(mark) || Number(mark.dataset.p) < Number(least.value)
        || hidden.has(key(mark.dataset.l, mark.dataset.t));
      mark.classList.toggle('off', off);
      if (mark.id && !off) {
        count++;
        right += Number(mark.dataset.p);
      }
    }
    for (const row of rows) {
      row.classList.toggle('off', away(row));
    }
    shown.textContent = count === segments ? all : count + ' of ' + all;
    if (expected) {
      expected.textContent = right.toFixed(1);
    }
    least.parentNode.querySelector('output').textContent = Math.round(least.value * 100) + ' %';
    document.body.classList.toggle('tags', tags.checked);
    document.body.classList.toggle('one', layer !== null);
  };
  document.documentElement.classList.add('js');
  for (const control of [...types, ...layers, least, tags]) {
    control.addEventListener('input', update);
  }
  for (const button of document.querySelectorAll('.every button')) {
    button.addEventListener('click', () => {
      for (const box of button.closest('.keys').querySelectorAll('input')) {
        box.checked = button.value !== 'none';
      }
      update();
    });
  }
  // Browsers may restore the controls of an earlier visit, but not the marks.
  update();
})();
