import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * The page renders this number of nodes with React, without any other work. The number is a URL parameter:
 * `?nodes=2000`.
 */
const nodes = Number(new URLSearchParams(location.search).get('nodes') ?? 1000)
const perRow = 6
const cells = Array.from({ length: perRow - 1 }, (_, at) => at)

function BarePage() {
  return createElement(
    'div',
    { style: { height: '100vh', overflow: 'auto' }, 'data-scroller': '' },
    Array.from({ length: Math.ceil(nodes / perRow) }, (_, row) =>
      createElement(
        'div',
        { key: row, 'data-item': row, style: { display: 'flex', gap: 8, height: 34 } },
        cells.map((cell) => createElement('span', { key: cell }, `Row ${row}, ${cell}`)),
      ),
    ),
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(createElement(BarePage))
