import type { AttachmentResponse, UploadTarget } from '#common/documents/files/schema.ts'
import type { ApiClient } from './api-client.ts'

export interface TestFile {
  name: string
  type?: string
  bytes: Uint8Array
}

/**
 * Uploads a file to its storage URL as a browser does, without a session. A form upload sends the form fields
 * and the file. A PUT upload sends only the file.
 */
export async function uploadToStorage(
  server: { url: string },
  { upload_data }: Pick<UploadTarget, 'upload_data'>,
  { name, type = 'application/octet-stream', bytes }: TestFile,
): Promise<Response> {
  const url = new URL(upload_data.url, server.url)
  if (upload_data.method === 'PUT') return fetch(url, { method: 'PUT', body: Buffer.from(bytes) })
  const form = new FormData()
  for (const [field, value] of Object.entries(upload_data.fields)) form.append(field, value)
  form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name)
  return fetch(url, { method: 'POST', body: form })
}

/** Creates, uploads and confirms an attachment of a work item. */
export async function attachFileToItem(
  server: { url: string },
  who: ApiClient,
  params: { slug: string; project_id: string; id: string },
  file: TestFile,
): Promise<AttachmentResponse> {
  const uploadTarget = await who.call('createAttachment', {
    params,
    body: { name: file.name, type: file.type, size: file.bytes.byteLength },
  })
  const sent = await uploadToStorage(server, uploadTarget, file)
  if (!sent.ok) throw new Error(`The file was refused with ${sent.status}: ${await sent.text()}`)
  return who.call('confirmAttachment', {
    params: { ...params, attachment_id: uploadTarget.asset_id },
    body: {},
  })
}

/** Reads the file at a URL of the server as a person with access. */
export function fetchAsUser(
  server: { url: string },
  who: Pick<ApiClient, 'cookie'>,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  return fetch(new URL(url, server.url), { method, headers: { cookie: who.cookie, ...headers } })
}
