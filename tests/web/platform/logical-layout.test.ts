import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../../../web/', import.meta.url))

/** These files place elements by coordinates of the screen or of a time axis, which do not follow the direction of the text. */
const placedByCoordinates =
  /layouts\/gantt\/|planning\/cycles-and-modules\/CycleOrModuleTimeline|platform\/ui\/(TooltipLayer|VirtualList)|gallery\/|AuthPage|BulkActionsToolbar/

const physicalClass =
  /(?<=['"`\s:])-?(?:[mp][lr]-(?=[\d[(a-z])|scroll-[mp][lr]-|(?:left|right)-(?=\d|auto\b|full\b|\()|border-[lr](?=[\s'"`-])|rounded-(?:[lr]|[tb][lr])(?=[\s'"`-])|text-(?:left|right)(?=[\s'"`]))\S*/g

test('the layout uses logical properties, so that languages from right to left can be added', () => {
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !placedByCoordinates.test(name))
    .flatMap((name) => {
      const classes = readFileSync(join(web, name), 'utf8').match(physicalClass) ?? []
      return classes.map((each) => `${name}: ${each}`)
    })
  expect(found).toEqual([])
})

test('a physical class is found', () => {
  expect('className="flex ml-2 hover:-right-1 border-l"'.match(physicalClass)).toHaveLength(3)
  expect('className="ms-2 start-0 border-s border-line"'.match(physicalClass)).toBeNull()
})
