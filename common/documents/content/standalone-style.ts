import { colorNames } from '../../platform/colors.ts'
import { maxIndent } from './indents.ts'

/** Hue and chroma of the colors for text, callouts and table cells. */
const hues: Record<(typeof colorNames)[number], { hue: number; chroma: number }> = {
  gray: { hue: 270, chroma: 0.01 },
  peach: { hue: 35, chroma: 0.16 },
  pink: { hue: 0, chroma: 0.17 },
  orange: { hue: 65, chroma: 0.13 },
  green: { hue: 150, chroma: 0.12 },
  'light-blue': { hue: 220, chroma: 0.1 },
  'dark-blue': { hue: 265, chroma: 0.18 },
  purple: { hue: 305, chroma: 0.18 },
}

const colors = colorNames
  .map((name) => {
    const { hue, chroma } = hues[name]
    return `[data-text-color="${name}"]{color:light-dark(oklch(0.5 ${chroma} ${hue}),oklch(0.77 ${chroma} ${hue}))}
[data-background-color="${name}"],[data-background="${name}"]{background:light-dark(oklch(0.95 ${chroma / 4} ${hue}),oklch(0.28 ${chroma / 3} ${hue}))}`
  })
  .join('\n')

const indents = Array.from(
  { length: maxIndent },
  (_, at) => `[data-indent="${at + 1}"]{margin-inline-start:${(at + 1) * 1.5}rem}`,
).join('\n')

/** Style sheet of an exported page. It supports light and dark themes, phones and printing. */
export const standalonePageStyle = `
:root{color-scheme:light dark;--line:light-dark(#ddd,#444);--soft:light-dark(#666,#aaa);--sunken:light-dark(#f4f4f6,#222)}
body{max-width:44rem;margin:2rem auto;padding:0 1.25rem;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6{line-height:1.25}
a{color:light-dark(#3b4bc8,#9aa5ff)}
img{max-width:100%;height:auto}
figure{margin:1rem 0}
figcaption,.missing,nav{color:var(--soft)}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
pre{padding:.75rem 1rem;overflow-x:auto;border-radius:6px;background:var(--sunken)}
code{font-size:.9em}
table{border-collapse:collapse}
th,td{padding:.35rem .6rem;border:1px solid var(--line);text-align:start;vertical-align:top}
th>p,td>p,li>p{margin:0}
ul[data-type="taskList"]{padding:0;list-style:none}
ul[data-type="taskList"] li{display:flex;gap:.5rem}
ul[data-type="taskList"] li p{margin:0}
div[data-type="horizontalRule"]{margin:1.5rem 0;border-top:1px solid var(--line)}
div[data-block-type="callout-component"]{position:relative;margin:1rem 0;padding:.25rem 1rem;border-radius:6px}
div[data-block-type="callout-component"]>p{margin:.5rem 0}
div[data-block-type="callout-component"]:not([data-background]){background:var(--sunken)}
div[data-block-type="callout-component"]:has(>.emoji){padding-inline-start:2.75rem}
.emoji{position:absolute;inset:.75rem auto auto .9rem;line-height:1.6}
div.formula{margin:1rem 0;overflow-x:auto;text-align:center}
details{margin:.5rem 0}
.file{padding:.5rem .75rem;border:1px solid var(--line);border-radius:6px}
div[data-type="columns"]{display:flex;flex-wrap:wrap;gap:0 1.5rem}
div[data-type="column"]{flex:1 1 0;min-width:min(100%,7rem)}
@media (max-width:36rem){div[data-type="column"]{flex-basis:100%}}
nav{margin-top:2rem;border-top:1px solid var(--line)}
nav.contents{margin:1rem 0;border:0}
nav.contents ul{padding:0;list-style:none}
${[2, 3, 4, 5, 6].map((level) => `nav.contents [data-level="${level}"]{margin-inline-start:${level - 1}rem}`).join('\n')}
${colors}
${indents}
`
