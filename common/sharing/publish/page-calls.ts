import { z } from 'zod'
import { fileReadQuery } from '../../documents/files/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { publishedPage } from './page-schema.ts'

const params = z.object({ page_anchor: singleLineText(64) })

export const publishedPageCalls = declareCalls('publish', {
  getPublishedPage: {
    summary: 'Get the page of a public link with its text, or one of its public sub-pages',
    method: 'GET',
    path: '/api/public/pages/{page_anchor}/',
    who: 'anyone',
    visitorLimit: 'published_page',
    params,
    /** Without `page_id`, the response contains the page for which the link was created. */
    query: z.object({ page_id: id.optional() }),
    answer: publishedPage,
  },
  getPublishedPageFile: {
    summary: 'Get a picture or file of a public page',
    method: 'GET',
    path: '/api/public/pages/{page_anchor}/assets/{asset_id}/',
    who: 'anyone',
    visitorLimit: 'published_file',
    params,
    query: fileReadQuery,
  },
})
