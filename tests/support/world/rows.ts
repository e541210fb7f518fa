import type { UploadTarget } from '#common/documents/files/schema.ts'
import { type ApiClient, runSql } from '../api-client.ts'
import type { TestServer } from '../server.ts'
import { uploadToStorage } from '../upload.ts'

/** The code of a reaction. Reactions are identified by such a code and not by the id of a row. */
export const thumbsUpReactionCode = '128077'

export const someFile = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Some notes') }

export const somePicture = {
  name: 'dot.png',
  type: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}

export function timestampInDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/** Creates an item in the first completed state. */
export async function createCompletedItem(
  admin: ApiClient,
  params: { slug: string; project_id: string },
  name: string,
): Promise<string> {
  const states = Object.values(await admin.call('listStates', { params })).flat()
  const state_id = states.find((state) => state.group === 'completed')?.id
  return (await admin.call('createWorkItem', { params, body: { name, state_id } })).id
}

export async function uploadSamplePicture(server: TestServer, uploadTarget: UploadTarget): Promise<string> {
  const sent = await uploadToStorage(server, uploadTarget, somePicture)
  if (!sent.ok) throw new Error(`The picture was refused with ${sent.status}`)
  return uploadTarget.asset_id
}

export async function setFileOwner(server: TestServer, id: string, userId: string): Promise<void> {
  await runSql(server.databaseUrl, 'update file_assets set created_by = $1 where id = $2', [userId, id])
}
