import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectFolder, runAsCommand } from './project.mjs'

/**
 * Matches a comment that begins with one of these words. Such a comment is rarely a sentence, unless it is a
 * question.
 */
const fragment =
  /^(What|Of|Where|Whether|Who|Whoever|Whatever|Whose|Those|By(?! default)|As|That|Which|None)\b/

/**
 * Matches phrases that only this project would use. There is a usual term for each of them, such as "notify"
 * for "is told".
 */
const phrases =
  /\b(whoever|whatever|anew|is told|are told|told of|hears? of|is heard|said to|is said|by itself|one's|let in|goes? along|of its own accord|for good)\b/i

/** Words that do not describe the value that a name stands for. */
const nameWords = new Set(
  [
    'told tell tells heard hear hears said saying deed crew staff anew whoever trip door reach standing stands',
    'along looks looked went those ask asked asks held holds kept keeps comes goes made here there',
  ].flatMap((words) => words.split(' ')),
)

const declaration =
  /^[ \t]*(?:export )?(?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/

/**
 * Finds comments that a newcomer does not understand at the first reading: fragments, and phrases that only
 * this project would use.
 * @param {string} path
 * @param {string} text
 * @returns {string[]} a sentence for each comment
 */
export function findUnclearComments(path, text) {
  const found = []
  for (const { line, comment } of commentsIn(text)) {
    const at = `${path}:${line}`
    const phrase = phrases.exec(comment)?.[0]
    if (fragment.test(comment) && !comment.endsWith('?'))
      found.push(`${at} starts as a fragment: write a sentence with a subject and a verb. "${comment}"`)
    else if (phrase !== undefined) found.push(`${at} says "${phrase}": use the usual term. "${comment}"`)
  }
  return found
}

/**
 * Finds declared names with a word that does not describe the value, such as `told`.
 * @param {string} path
 * @param {string} text
 * @returns {string[]} a sentence for each name
 */
export function findUnclearNames(path, text) {
  return text.split('\n').flatMap((source, index) => {
    const name = declaration.exec(source)?.[1]
    const words = name?.match(/[A-Z]?[a-z]+/g) ?? []
    const word = words.find((each) => nameWords.has(each.toLowerCase()))
    return word === undefined
      ? []
      : [`${path}:${index + 1} declares ${name}: replace "${word}" by the usual term.`]
  })
}

/**
 * Returns the first line of each comment. Later lines continue its sentences.
 * @param {string} text
 */
function commentsIn(text) {
  const found = []
  let isBlock = false
  let isContinued = false
  for (const [index, source] of text.split('\n').entries()) {
    const line = source.trim()
    if (line.startsWith('/*')) [isBlock, isContinued] = [true, false]
    if (!isBlock && !line.startsWith('//')) {
      isContinued = false
      continue
    }
    const comment = line
      .replace(/^(\/\/|\/\*+|\*(?!\/))/, '')
      .replace('*/', '')
      .trim()
    if (comment !== '' && !isContinued) found.push({ line: index + 1, comment })
    if (comment !== '') isContinued = true
    if (line.endsWith('*/')) [isBlock, isContinued] = [false, false]
  }
  return found
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runAsCommand(
    'node scripts/words.mjs   finds comments and names that a newcomer does not understand',
    async () => {
      const paths = globSync('{common,api,realtime,web,scripts,tests}/**/*.{ts,tsx,mjs}', {
        cwd: projectFolder,
      })
        .map((path) => path.split('\\').join('/'))
        .filter((path) => !path.startsWith('tests/support/foreign-files/') && path !== 'scripts/words.mjs')
        .sort()
      const found = paths.flatMap((path) => {
        const text = readFileSync(posix.join(projectFolder, path), 'utf8')
        return [
          ...findUnclearComments(path, text),
          ...(path.startsWith('tests/') ? [] : findUnclearNames(path, text)),
        ]
      })
      for (const fault of found) console.log(fault)
      console.log(`${found.length} comments and names to rewrite.`)
      return found.length > 0 ? 1 : 0
    },
  )
}
