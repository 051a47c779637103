(() => {
  const marks = [...document.querySelectorAll('mark, aside li')];
  const types = [...document.querySelectorAll('.key input')];
  const least = document.getElementById('least');
  const tags = document.getElementById('tags');
  const shown = document.getElementById('shown');
  const all = shown.textContent;
  const segments = marks.filter(mark => mark.id).length;
  const update = () => {
    const key = (layer, type) => layer + ' ' + type;
    const hidden = new Set(types.filter(t => !t.checked).map(t => key(t.dataset.l, t.value)));
    let count = 0;
    for (const mark of marks) {
      const off = Number(mark.dataset.p) < Number(least.value)
        || hidden.has(key(mark.dataset.l, mark.dataset.t));
      mark.classList.toggle('off', off);
      count += mark.id && !off ? 1 : 0;
    }
    shown.textContent = count === segments ? all : count + ' of ' + all;
    least.parentNode.querySelector('output').textContent = Math.round(least.value * 100) + ' %';
    document.body.classList.toggle('tags', tags.checked);
  };
  document.documentElement.classList.add('js');
  for (const control of [...types, least, tags]) {
    control.addEventListener('input', update);
  }
  // A browser may bring back the controls, but not the marks, of an earlier visit.
  update();
})();
