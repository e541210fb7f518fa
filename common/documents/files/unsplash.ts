import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'

/**
 * A picture of Unsplash with the field names of its API. All addresses of the picture lead to this server,
 * and the links lead to the website of Unsplash.
 */
const unsplashPicture = z.object({
  id: z.string(),
  description: z.string().nullable(),
  alt_description: z.string().nullable(),
  color: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  urls: z.object({ thumb: z.string(), small: z.string(), regular: z.string() }),
  links: z.object({ html: z.string() }),
  /** The photographer, whose name must be shown with the picture. */
  user: z.object({ name: z.string(), links: z.object({ html: z.string() }) }),
})
export type UnsplashPicture = z.infer<typeof unsplashPicture>

const number = (name: string, max: number) =>
  z.coerce
    .number(`Invalid ${name} parameter.`)
    .int(`Invalid ${name} parameter.`)
    .min(1, `Invalid ${name} parameter.`)
    .max(max, `Invalid ${name} parameter.`)

const chosen = z.object({ picture_id: z.string().regex(/^[\w-]{1,64}$/) })
const stored = z.object({ asset_id: id, asset_url: z.string() })

export const unsplashCalls = declareCalls('assets', {
  searchPictures: {
    summary: 'Search for pictures on Unsplash. The list is empty if the instance has no access key',
    method: 'GET',
    path: '/api/unsplash/',
    who: 'signed-in',
    remote: true,
    query: z.object({
      query: z.string().max(200).optional(),
      page: number('page', 500).default(1),
      per_page: number('per_page', 30).default(20),
    }),
    answer: z.union([
      z.array(unsplashPicture),
      z.object({ total: z.int(), total_pages: z.int(), results: z.array(unsplashPicture) }),
    ]),
    fails: ['rate_limited'],
  },
  getUnsplashPicture: {
    summary: 'Get a picture that a search has found',
    method: 'GET',
    path: '/api/unsplash/picture/',
    who: 'signed-in',
    remote: true,
    query: z.object({ url: z.string().max(2000), signature: z.string().max(100) }),
  },
  setUserCoverFromUnsplash: {
    summary: 'Copy a picture of Unsplash and make it your cover',
    method: 'POST',
    path: '/api/assets/v2/user-assets/unsplash/',
    who: 'signed-in',
    remote: true,
    body: chosen,
    transactions: 'own',
    answer: stored,
    fails: ['too_large', 'rate_limited'],
  },
  setProjectCoverFromUnsplash: {
    summary: 'Copy a picture of Unsplash and make it the cover of a project',
    method: 'POST',
    path: '/api/assets/v2/workspaces/{slug}/projects/{project_id}/unsplash/',
    who: { project: 'admin' },
    remote: true,
    body: chosen,
    transactions: 'own',
    answer: stored,
    fails: ['too_large', 'rate_limited'],
  },
})
