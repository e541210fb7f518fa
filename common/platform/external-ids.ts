import { z } from 'zod'
import { emptyAsNull, singleLineText } from './fields.ts'

export const maxExternalIdLength = 255

const text = emptyAsNull(singleLineText(maxExternalIdLength)).optional()

/**
 * The fields with which other programs find a row again: the name of the other program, such as `jira`, and the id that
 * the row has there.
 */
export const externalIdFields = { external_source: text, external_id: text }

const stored = z.string().nullable().optional()

/** External ids in rows. They are optional, because the client does not set them when it creates a row. */
export const externalIdsOfRow = { external_source: stored, external_id: stored }
