import { forBothNames, get, patch, post, projectPath, remove, type TokenRoute } from './route.ts'
import { attachmentRow } from './rows.ts'

/** The path segments for attachments of a work item. Older clients use `issue-attachments`. */
const collections = ['attachments', 'issue-attachments']

/**
 * A client uploads a file in three steps: it requests an upload address, sends the file to this address, and confirms
 * the upload.
 */
export const attachmentRoutes: TokenRoute[] = collections.flatMap((name) => {
  const all = `${projectPath}/{items}/{id}/${name}/`
  const one = `${all}{attachment_id}/`
  return forBothNames([
    get(all, async ({ call }) => (await call('listAttachments')).map(attachmentRow)),
    post(
      all,
      async ({ call, body }) => {
        const { name: file, type, size } = body
        const answer = await call('createAttachment', { body: { name: file, type, size } })
        return { ...answer, attachment: attachmentRow(answer.attachment) }
      },
      200,
    ),
    get(one, async ({ call, ownPath }) => {
      // Check the access before the redirect to Tandem's own API, so that an error has the format of the token API.
      await call('listAttachments')
      return new Response(null, { status: 302, headers: { Location: ownPath('getAttachment') } })
    }),
    patch(one, ({ call }) => call('confirmAttachment'), 204),
    remove(one, ({ call }) => call('deleteAttachment')),
  ])
})
