(() => {
  const marks = [...document.querySelectorAll('mark')];
  const types = [...document.querySelectorAll('.key input')];
  const least = document.getElementById('least');
  const tags = document.getElementById('tags');
  const shown = document.getElementById('shown');
  const all = shown.textContent;
  const update = () => {
    const hidden = new Set(types.filter(type => !type.checked).map(type => type.value));
    let count = 0;
    for (const mark of marks) {
      const off = Number(mark.dataset.p) < Number(least.value) || hidden.has(mark.dataset.t);
      mark.classList.toggle('off', off);
      count += off ? 0 : 1;
    }
    shown.textContent = count === marks.length ? all : count + ' of ' + all;
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
