import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FileProblem, fileProblem } from '#common/documents/files/rules.ts'
import type { UploadTarget } from '#common/documents/files/schema.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { cleanFileName } from '#common/platform/file-name.ts'
import { newId } from '#common/platform/ids.ts'
import type { Config } from '../../platform/config/config.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { type FileAsset, FileAssetEntity } from './entity.ts'
import { incomingUploadKey } from './keys.ts'
import { assertWithinStorageQuota } from './quota.ts'

/**
 * Number of milliseconds for which an upload address is valid. An upload that started in time may finish
 * later.
 */
const validMs = 3_600_000

interface UploadRequest {
  id?: string | undefined
  name: string
  type: string
  size: number
}

type Owner = Pick<FileAsset, 'workspace_id' | 'project_id' | 'entity_type' | 'entity_identifier'>

/**
 * Creates the row of a file before its upload. If a client repeats the call with the same id, for example
 * after a lost connection, the same row is returned. The caller must flush the entity manager.
 */
export async function createFileBeforeUpload(
  ctx: UserContext,
  owner: Owner,
  { id = newId(), name: sent, type: declaredType, size }: UploadRequest,
): Promise<FileAsset> {
  const { em, user, settings } = ctx
  const name = cleanFileName(sent)
  const type = declaredType.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream'
  const limit = settings.get('FILE_SIZE_LIMIT')
  refuse(fileProblem({ name, type, size }, { limit, entityType: owner.entity_type }), limit)
  const attributes = { name, size, type, width: null, height: null }
  const known = await em.findOne(FileAssetEntity, { id })
  if (known === null) {
    await assertWithinStorageQuota(ctx, owner.workspace_id, size)
    const fields = {
      ...owner,
      id,
      attributes,
      uploaded_at: null,
      created_by: user.id,
      updated_by: user.id,
      deleted_at: null,
    }
    return em.create(FileAssetEntity, fields)
  }
  const isSame =
    known.created_by === user.id &&
    known.uploaded_at === null &&
    known.entity_type === owner.entity_type &&
    known.entity_identifier === owner.entity_identifier &&
    known.attributes.size === size
  if (!isSame) throw new AppError('conflict', 'The payload is not valid')
  return known
}

function refuse(problem: FileProblem | null, limit: number): void {
  if (problem === null) return
  if (problem === 'too_large') {
    throw new AppError('too_large', `A file can have at most ${limit} bytes.`, {
      fields: { size: [`A file can have at most ${limit} bytes.`] },
    })
  }
  throw invalid(...problemMessages[problem])
}

const problemMessages: Record<Exclude<FileProblem, 'too_large'>, [field: string, sentence: string]> = {
  empty: ['size', 'The file is empty.'],
  runs: ['name', 'Invalid file type.'],
  type: ['type', 'Invalid file type.'],
  no_picture: ['type', 'Invalid file type. Only JPEG, PNG, WebP, JPG and GIF files are allowed.'],
}

/**
 * Returns the upload address, which leads to this server or directly to the file store. Clients with an API
 * token only support forms, so they get the address of this server if the store does not accept forms.
 */
export async function createUploadTarget(
  ctx: UserContext,
  file: FileAsset,
  asset_url: string,
): Promise<UploadTarget> {
  const { config, storage, http } = ctx
  const expires = new Date(Date.now() + validMs)
  const { size } = file.attributes
  const isBrowser = http.session_token !== null
  const straight = await storage.browserUpload(incomingUploadKey(file.id), { size, expires })
  const isUnderstood = straight?.method === 'POST' || isBrowser
  const upload_data =
    straight !== null && isUnderstood
      ? straight
      : {
          method: 'POST' as const,
          // Programs do not resolve a relative address as browsers do.
          url: `${isBrowser ? '' : config.appUrl}/api/assets/v2/upload/`,
          fields: signed(config, {
            asset_id: file.id,
            size: String(size),
            expires: String(expires.getTime()),
          }),
        }
  return { upload_data, asset_id: file.id, asset_url }
}

type Fields = Record<'asset_id' | 'size' | 'expires', string>

function signed(config: Config, fields: Fields): Record<string, string> {
  return { ...fields, signature: signatureOf(config, fields) }
}

/** Returns the signed fields of an upload form, or null if they are invalid or expired. */
export function verifyUploadForm(
  config: Config,
  { asset_id = '', size = '', expires = '', signature = '' }: Record<string, string>,
): { id: string; size: number } | null {
  const wanted = Buffer.from(signatureOf(config, { asset_id, size, expires }))
  const given = Buffer.from(signature)
  const isOurs = wanted.length === given.length && timingSafeEqual(wanted, given)
  return isOurs && Number(expires) > Date.now() ? { id: asset_id, size: Number(size) } : null
}

function signatureOf({ secret }: Config, { asset_id, size, expires }: Fields): string {
  return createHmac('sha256', secret).update(`upload:${asset_id}:${size}:${expires}`).digest('hex')
}
