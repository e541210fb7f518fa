import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pressedKey } from '#web/platform/ui/pressed-key.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const plugin = 'web/platform/ui/pressed-key.grit'

test.each([
  ['a press of Chromium and Firefox during a composition', { isComposing: true, keyCode: 229 }],
  ['a press of Safari that has ended a composition', { isComposing: false, keyCode: 229 }],
])('%s is no command', (_, reported) => {
  for (const key of ['Enter', 'Escape', 'Tab', 'ArrowDown']) {
    expect(pressedKey({ key, ...reported })).toBe('')
    expect(pressedKey({ key, nativeEvent: reported })).toBe('')
  }
})

test('any other press is its key', () => {
  expect(pressedKey({ key: 'Enter', isComposing: false, keyCode: 13 })).toBe('Enter')
  expect(pressedKey({ key: 'Escape', nativeEvent: { isComposing: false, keyCode: 27 } })).toBe('Escape')
  expect(pressedKey({ key: 'Enter' })).toBe('Enter')
})

test('the linter refuses handlers that read Enter and Escape themselves', async () => {
  const refused = {
    member: "export const act = (event) => event.key === 'Enter' && send()",
    other: "export const act = (event) => { if (event.key !== 'Escape') return; close() }",
    native: "export const act = (event) => event.nativeEvent.key === 'Escape' && close()",
    taken: "export const act = ({ key }) => key === 'Escape' && close()",
    composing: 'export const act = (event) => event.nativeEvent.isComposing || send()',
    code: 'export const act = (event) => event.keyCode === 229 || send()',
  }
  const accepted = {
    read: "import { pressedKey } from './k.ts'\nexport const act = (event) => pressedKey(event) === 'Enter' && send()",
    kept: "import { pressedKey } from './k.ts'\nexport const act = (event) => {\n  const key = pressedKey(event)\n  if (key === 'Enter') send()\n}",
    arrow: "export const act = (event) => event.key === 'ArrowDown' && next()",
  }
  const tree = await mkdtemp(join(tmpdir(), 'pressed-key-'))
  await mkdir(join(tree, dirname(plugin)), { recursive: true })
  await cp(join(root, plugin), join(tree, plugin))
  await writeFile(join(tree, 'biome.json'), JSON.stringify({ plugins: [`./${plugin}`] }))
  for (const [name, code] of Object.entries({ ...refused, ...accepted }))
    await writeFile(join(tree, `web/platform/ui/${name}.ts`), `${code}\n`)
  const said = await lint(tree)
  await rm(tree, { recursive: true })
  const found = [...said.matchAll(/^web\/platform\/ui\/(\w+)\.ts:\d+:\d+ plugin/gm)].map(([, name]) => name)
  expect(found.toSorted()).toEqual(Object.keys(refused).toSorted())
})

function lint(cwd: string): Promise<string> {
  const args = [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--max-diagnostics=none', '.']
  const options = { cwd, env: { ...process.env, NO_COLOR: '1' } }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (_, stdout, stderr) => resolve(stdout + stderr))
  })
}
