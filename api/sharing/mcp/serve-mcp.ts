import type { OpenAPIHono } from '@hono/zod-openapi'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Context } from 'hono'
import { AppError } from '#common/platform/errors.ts'
import { findWorkspace } from '../../access/access.ts'
import type { Deps } from '../../platform/context/deps.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { createOwnApi } from '../token-api/own-api.ts'
import { readJsonBody, requireToken, type TokenOwner } from '../token-api/require-token.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { type ToolContext, ToolError } from './tool.ts'

export const mcpPath = '/mcp'

/**
 * Serves the Model Context Protocol over HTTP. Through this protocol, programs such as Claude use Tandem on behalf of
 * a user. Each request is served on its own, so every process can answer it and nothing is stored in memory between
 * requests.
 */
export function serveMcp(app: OpenAPIHono<HttpEnv>, deps: Deps): void {
  app.post(mcpPath, async (c) => {
    const owner = await requireToken(c, deps)
    if (typeof owner === 'string') {
      c.header('WWW-Authenticate', 'Bearer realm="Tandem"')
      throw new AppError('unauthenticated', 'Send a valid API token in the header Authorization: Bearer.')
    }
    const parsedBody = await readMessage(c)
    const server = createMcpServer(createToolContext(app, c, deps, owner))
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    // The type of the SDK does not allow `undefined` for optional properties.
    await server.connect(transport as Parameters<typeof server.connect>[0])
    try {
      return await transport.handleRequest(c.req.raw, { parsedBody })
    } finally {
      await server.close()
    }
  })
  // The server sends no messages on its own, so there is no stream to open and no session to end. A browser receives
  // the web app instead, because the short name of a workspace may be `mcp`.
  app.on(['GET', 'DELETE'], mcpPath, (c, next) => {
    if (c.req.header('accept')?.includes('text/html')) return next()
    c.header('Allow', 'POST')
    return Promise.resolve(c.json({ error: 'The MCP server accepts only POST requests.' }, 405))
  })
}

/**
 * Returns the message of a request. A list of messages is refused: the current version of the protocol has no lists, and a
 * list would make many calls that count as one request.
 */
async function readMessage(c: Context<HttpEnv>): Promise<unknown> {
  const message = await readJsonBody(c).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('invalid', 'The body is not valid JSON.')
  })
  if (Array.isArray(message)) throw new AppError('invalid', 'Send one message per request.')
  return message ?? {}
}

function createToolContext(
  app: OpenAPIHono<HttpEnv>,
  c: Context<HttpEnv>,
  { orm, config }: Deps,
  { caller: { user, name, token } }: TokenOwner,
): ToolContext {
  const own = createOwnApi(app, c, (response, failure) => new ToolError(failure, response.status))
  return {
    ...own,
    user: { id: user.id, name, email: user.email },
    appUrl: config.appUrl,
    log: c.get('log'),
    listWorkspaceSlugs: async () => {
      const bound = token?.workspace_id ?? null
      if (bound === null) return (await own.call('listMyWorkspaces')).map(({ slug }) => slug)
      const workspace = await findWorkspace(orm.em.fork(), user.id, { id: bound })
      return workspace === null ? [] : [workspace.slug]
    },
  }
}
