import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isPicture } from '#common/documents/files/file-types.ts'
import {
  acceptsAnyFile,
  isAttachment,
  maxPictureSides,
  pictureWidths,
  widthsOf,
} from '#common/documents/files/rules.ts'
import type { FileAttributes } from '#common/documents/files/schema.ts'
import { invalid } from '#common/platform/errors.ts'
import type { Context } from '../../platform/context/context.ts'
import type { PreparedPicture } from '../../platform/pictures/job.ts'
import { contentType, headBytes } from './content-type.ts'
import type { FileAsset } from './entity.ts'
import { incomingKey, storageKeyOf } from './keys.ts'

type Settling = Pick<Context, 'storage' | 'pictures' | 'log'>
type Settled = Pick<FileAsset, 'id' | 'attributes' | 'entity_type' | 'created_by'>

/**
 * Puts an uploaded file where it stays and says what it is: a picture that is shown is made anew of its pixels, anything else stays as it
 * came. Whoever is killed after it leaves a file that nobody confirmed: the same may be asked again, and is tidied away when it is not.
 */
export async function settleFile(ctx: Settling, file: Settled): Promise<FileAttributes> {
  const { storage } = ctx
  const { id, attributes } = file
  const from = await whereItWaits(ctx, file)
  const head = await storage.get(from, { start: 0, end: Math.min(attributes.size, headBytes) - 1 })
  if (head === null) throw notThere()
  const found = await contentType(await buffer(head), attributes.type)
  const picture = isPicture(found) ? await settlePicture(ctx, file, from) : null
  if (picture !== null) return { ...attributes, ...picture }
  if (runs.has(found) || !mayBeAny(file)) {
    // That alone: where it stays may be what the same confirmation, sent twice, has put there meanwhile.
    await storage.remove([from])
    throw invalid('type', mayBeAny(file) ? 'Invalid file type.' : noPicture)
  }
  if (from !== storageKeyOf(id)) await storage.move(from, storageKeyOf(id))
  // It begins as a picture does, but is none, or not one to be opened.
  return { ...attributes, type: isPicture(found) ? 'application/octet-stream' : found }
}

/** What a text shows as a picture has to be one; what stands in it as a file, and what is attached, may be anything. */
function mayBeAny({ entity_type, attributes }: Settled): boolean {
  return isAttachment(entity_type) || (acceptsAnyFile(entity_type) && !isPicture(attributes.type))
}

/** Once the file is confirmed. */
export async function forgetUpload({ storage }: Context, id: string): Promise<void> {
  await storage.remove([incomingKey(id)])
}

const noPicture = 'Invalid file type. Only JPEG, PNG, WebP, JPG and GIF files are allowed.'

/** Programs of Windows, whatever they are called. */
const runs = new Set(['application/x-msdownload', 'application/x-msi'])

/** Where it arrives, or, when somebody was killed while they settled it, where it stays. */
async function whereItWaits({ storage }: Settling, { id, attributes }: Settled): Promise<string> {
  for (const key of [incomingKey(id), storageKeyOf(id)]) {
    if ((await storage.size(key)) === attributes.size) return key
  }
  throw notThere()
}

/** Nothing was sent, or the same confirmation, sent twice, has just put it in its place: asked again, that is answered. */
function notThere() {
  return invalid('asset_id', 'The file has not been uploaded yet.')
}

type Shown = Pick<FileAttributes, 'type' | 'size' | 'width' | 'height'>

/** Null for what is not shown. */
async function settlePicture(ctx: Settling, file: Settled, from: string): Promise<Shown | null> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-picture-'))
  try {
    const input = join(folder, 'sent')
    const content = await ctx.storage.get(from)
    if (content === null) throw notThere()
    await pipeline(content, createWriteStream(input, { mode: 0o600 }))
    const within = maxPictureSides[file.entity_type] ?? null
    const job = { input, folder, within, widths: widthsOf(file.entity_type) }
    const result = await ctx.pictures.prepare(job, file.created_by ?? '')
    if (result.picture === null) {
      ctx.log.info({ asset: file.id, reason: result.reason }, 'a picture is not shown')
      return null
    }
    return await keep(ctx, file.id, result.picture)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keep({ storage }: Settling, id: string, picture: PreparedPicture): Promise<Shown> {
  const put = async (key: string, path: string) => {
    const { size } = await stat(path)
    await storage.put(key, createReadStream(path), size)
    return size
  }
  for (const { width, path } of picture.smaller) {
    const known = pictureWidths.find((each) => each === width)
    await put(storageKeyOf(id, known), path)
  }
  const { type, width, height, path } = picture
  return { type, width, height, size: await put(storageKeyOf(id), path) }
}
