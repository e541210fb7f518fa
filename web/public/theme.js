// Applies the stored theme before the first paint, so that the page does not flash in another theme. It is a separate file, because
// the Content-Security-Policy forbids inline scripts. web/platform/ui/theme.ts writes the same keys.
;(function applyStoredTheme() {
  var known = ['light', 'dark', 'light_contrast', 'dark_contrast']
  var root = document.documentElement
  var stored = null
  var own = null
  try {
    stored = localStorage.getItem('theme')
    if (stored === 'custom') own = JSON.parse(localStorage.getItem('own-colors'))
  } catch {
    own = null
  }
  var dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme =
    known.indexOf(stored) >= 0 ? stored : stored === 'custom' ? 'light' : dark ? 'dark' : 'light'
  if (own === null || typeof own.tokens !== 'object') return
  root.dataset.theme = own.base
  for (var name in own.tokens) root.style.setProperty(name, own.tokens[name])
})()
