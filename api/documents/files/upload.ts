import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { AppError, notFound } from '#common/platform/errors.ts'
import { canUploadFile } from '../../access/visitors.ts'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { UnexpectedFileSize } from '../../platform/storage/storage.ts'
import type { FileAsset } from './entity.ts'
import { incomingUploadKey } from './keys.ts'
import { verifyUploadForm } from './upload-target.ts'

/** Size in bytes that the form may take in addition to the file. */
const formBytes = 64 * 1024

/**
 * Receives an upload form and streams the file to the storage with backpressure. Only clients with the signed
 * form fields can upload, and only until the file is confirmed.
 */
export async function uploadFile(ctx: Context): Promise<undefined> {
  const { http, settings } = ctx
  const { headers } = http.incoming
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw unreadable()
  const length = Number(headers['content-length'] ?? 0)
  if (length > settings.get('FILE_SIZE_LIMIT') + formBytes) throw tooLarge()
  const form = formOf(headers)
  const stored = Promise.withResolvers<void>()
  const fields: Record<string, string> = {}
  form.on('field', (name, value) => {
    fields[name] = value
  })
  form.on('file', (_, file) => {
    stored.resolve(
      storeUpload(ctx, fields, file).catch((error: unknown) => {
        form.destroy(error instanceof Error ? error : unreadable())
        throw error
      }),
    )
  })
  form.on('finish', () => stored.reject(unreadable()))
  stored.promise.catch(() => {})
  const [read, storeResult] = await Promise.allSettled([pipeline(http.incoming, form), stored.promise])
  if (storeResult.status === 'rejected') throw storeResult.reason
  if (read.status === 'rejected') throw unreadable()
}

function formOf(headers: Context['http']['incoming']['headers']) {
  try {
    const limits = { files: 1, fields: 20, fieldSize: 4096, parts: 24, headerPairs: 20 }
    const named = { ...headers, 'content-type': headers['content-type'] ?? '' }
    return new Busboy({ headers: named, limits, fileHwm: 256 * 1024, highWaterMark: 256 * 1024 })
  } catch {
    throw unreadable()
  }
}

async function storeUpload(ctx: Context, fields: Record<string, string>, file: Readable): Promise<void> {
  const uploadTarget = verifyUploadForm(ctx.config, fields)
  if (uploadTarget === null) throw new AppError('invalid', 'The upload URL is invalid or has expired.')
  const row = await query(ctx.em)
    .selectFrom('file_assets')
    .select(['created_by', 'workspace_id', 'project_id', 'entity_type'])
    .where('id', '=', uploadTarget.id)
    .where('uploaded_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || !(await mayStillSend(ctx, row)))
    throw notFound('The requested asset could not be found.')
  try {
    await ctx.storage.put(incomingUploadKey(uploadTarget.id), file, uploadTarget.size)
  } catch (error) {
    if (error instanceof UnexpectedFileSize)
      throw new AppError('invalid', 'The size of the file differs from the announced size.')
    throw error
  }
}

/** Checks the uploader's access again, because the uploader may have lost it since the fields were signed. */
async function mayStillSend(
  { em }: Context,
  {
    created_by,
    workspace_id,
    ...file
  }: Pick<FileAsset, 'created_by' | 'workspace_id' | 'project_id' | 'entity_type'>,
): Promise<boolean> {
  if (created_by === null) return false
  if (workspace_id !== null) return canUploadFile(em, created_by, { workspace_id, ...file })
  const sender = await query(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', created_by)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return sender !== undefined
}

function unreadable(): AppError {
  return new AppError('invalid', 'The form could not be read.')
}

function tooLarge(): AppError {
  return new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
}
