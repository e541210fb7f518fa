import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, multiLineText, singleLineText } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { maxTokenDescriptionLength, maxTokenLabelLength, tokenScopes } from './rules.ts'
import { apiToken } from './schema.ts'

const all = '/api/users/api-tokens/'
const one = '/api/users/api-tokens/{token_id}/'

const label = singleLineText(maxTokenLabelLength).min(1, 'A name is required.')
const description = multiLineText(maxTokenDescriptionLength)

/** Body fields of a new token, which tokens of users and of service accounts have in common. */
export const apiTokenFields = {
  label: label.optional(),
  description: description.optional(),
  scope: z.enum(tokenScopes).default('write'),
  /** End of the token's validity. Without it, the token is valid until it is deleted. */
  expired_at: emptyAsNull(isoTimestamp).optional(),
}

/**
 * Calls for API tokens of the caller. Only signed-in users can use them, because a token must not create or
 * delete tokens.
 */
export const apiTokenCalls = declareCalls('api-tokens', {
  listApiTokens: {
    summary: 'List your API tokens, newest first',
    method: 'GET',
    path: all,
    who: 'signed-in',
    answer: z.array(apiToken),
  },
  createApiToken: {
    summary: 'Create an API token. Only this response contains `token`',
    method: 'POST',
    path: all,
    who: 'signed-in',
    body: z.object({
      ...apiTokenFields,
      /**
       * Id of the only workspace that the token can access. Without it, the token works in all workspaces of
       * the user.
       */
      workspace: emptyAsNull(id).optional(),
    }),
    status: 201,
    answer: apiToken.extend({ token: z.string() }),
    secretAnswer: true,
  },
  getApiToken: {
    summary: 'Get an API token',
    method: 'GET',
    path: one,
    who: 'signed-in',
    answer: apiToken,
    fails: ['not_found'],
  },
  updateApiToken: {
    summary: 'Rename an API token',
    method: 'PATCH',
    path: one,
    who: 'signed-in',
    body: z.object({ label, description }).partial(),
    answer: apiToken,
    fails: ['not_found'],
  },
  deleteApiToken: {
    summary: 'Delete an API token. Connections that use it are closed',
    method: 'DELETE',
    path: one,
    who: 'signed-in',
    fails: ['not_found'],
  },
})
