import { documentToMarkdown } from '#common/documents/content/markdown.ts'
import { nodeFromYDoc } from '#common/documents/content/render.ts'
import { getDocumentTitle } from '#common/documents/content/title.ts'
import { markdownLabels } from '../document-markdown.ts'
import { type DocumentSession, openDocumentSession } from '../session.ts'

/** A text with unsent edits that the user can no longer edit. */
export interface RejectedText {
  name: string
  /** Title and text as Markdown. */
  markdown: string
}

/** Number of documents that are open at the same time only to send their edits. */
const mostAtOnce = 3
/** Milliseconds after which a document that is neither sent nor rejected is closed. It is sent again later. */
const giveUpAfter = 30_000

/**
 * Opens documents that no screen shows, so that the edits in their copies are sent. Only one tab of the user does this
 * at a time. Returns the texts that the user can no longer edit.
 */
export async function sendUnsentTexts(names: readonly string[], userId: string): Promise<RejectedText[]> {
  const rejected: RejectedText[] = []
  const remaining = [...names]
  const sendNext = async (): Promise<void> => {
    const name = remaining.shift()
    if (name === undefined) return
    const text = await sendText(name, userId)
    if (text !== null) rejected.push(text)
    return sendNext()
  }
  const work = () => Promise.all(Array.from({ length: mostAtOnce }, sendNext))
  // Without HTTPS, browsers offer no locks. If two tabs send the same edits, Yjs applies them once.
  if (navigator.locks === undefined) await work()
  else
    await navigator.locks.request(`tandem-unsent-texts:${userId}`, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work()
    })
  return rejected
}

async function sendText(name: string, userId: string): Promise<RejectedText | null> {
  const { session, release } = openDocumentSession(name, userId)
  try {
    const result = await waitForResult(session)
    return result === 'rejected' ? { name, markdown: markdownOf(session) } : null
  } finally {
    release()
  }
}

function waitForResult({ snapshot, subscribe }: DocumentSession): Promise<'sent' | 'rejected' | 'later'> {
  return new Promise((resolve) => {
    const check = () => {
      const { status, reason, isReady } = snapshot()
      // An outdated client is reloaded, and too many open documents are a temporary problem.
      const isFinal = status === 'refused' && (reason === 'forbidden' || reason === 'too-large')
      if (status === 'saved') end('sent')
      // The server can reject the document before its copy is loaded. The user must see the text of the copy.
      else if (isReady && (status === 'read-only' || isFinal)) end('rejected')
    }
    const end = (result: 'sent' | 'rejected' | 'later') => {
      clearTimeout(timer)
      stop()
      resolve(result)
    }
    const timer = setTimeout(end, giveUpAfter, 'later')
    const stop = subscribe(check)
    check()
  })
}

function markdownOf({ doc }: DocumentSession): string {
  const title = getDocumentTitle(doc)
  const text = documentToMarkdown(nodeFromYDoc(doc), markdownLabels)
  return title === '' ? text : `# ${title}\n\n${text}`
}
