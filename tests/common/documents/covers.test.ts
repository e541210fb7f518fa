import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { builtInCovers, coverPath } from '#common/documents/files/covers.ts'
import { workspaceSlugProblem } from '#common/organization/workspaces/rules.ts'

test('each built-in cover is a picture without scripts or other files', async () => {
  expect(builtInCovers.length).toBeGreaterThan(5)
  for (const name of builtInCovers) {
    const file = await readFile(new URL(`../../../web/public${coverPath(name)}`, import.meta.url), 'utf8')
    expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1200 300"/)
    expect(file).not.toMatch(/<script|href|on\w+=/)
  }
})

test('no workspace can have the path of the covers', () => {
  expect(workspaceSlugProblem('covers')).toBe('reserved')
})
