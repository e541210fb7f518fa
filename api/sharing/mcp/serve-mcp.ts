import type { OpenAPIHono } from '@hono/zod-openapi'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Context } from 'hono'
import { AppError } from '#common/platform/errors.ts'
import { authenticate } from '../../access/authenticate.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { getClientNetwork } from '../../platform/http/address.ts'
import { apiKeyFromHeaders } from '../../platform/http/api-key.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { hashToken } from '../../platform/http/session.ts'
import { createOwnApi } from '../token-api/own-api.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { ToolError } from './tool.ts'

export const mcpPath = '/mcp'

/**
 * Serves the Model Context Protocol over HTTP, with which programs such as Claude use Tandem for a user. Each request is
 * served on its own, so every process can answer it and nothing is kept in memory between requests.
 */
export function serveMcp(app: OpenAPIHono<HttpEnv>, deps: Deps): void {
  app.post(mcpPath, async (c) => {
    await countRequest(c, deps)
    const person = c.get('address')
    const own = createOwnApi(app, c, (response, failure) => new ToolError(failure, response.status))
    const server = createMcpServer({ ...own, person, appUrl: deps.config.appUrl })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    // The type of the SDK does not allow `undefined` for optional properties.
    await server.connect(transport as Parameters<typeof server.connect>[0])
    try {
      return await transport.handleRequest(c.req.raw)
    } finally {
      await server.close()
    }
  })
  // The server sends no messages of its own, so there is no stream to open and no session to end.
  app.on(['GET', 'DELETE'], mcpPath, (c) => {
    c.header('Allow', 'POST')
    return c.json({ error: 'The MCP server accepts only POST requests.' }, 405)
  })
}

/** Counts the request for its token. Rejects a request without a valid token, because a session does not suffice here. */
async function countRequest(c: Context<HttpEnv>, deps: Deps): Promise<void> {
  const { headers } = c.env.incoming
  const token = apiKeyFromHeaders(headers)
  if (token !== null && (await authenticate(deps.orm.em.fork(), headers)) !== null) {
    await deps.limits.take('token', hashToken(token))
    return
  }
  await deps.limits.take('anonymous', getClientNetwork(c.get('address')))
  c.header('WWW-Authenticate', 'Bearer realm="Tandem"')
  throw new AppError('unauthenticated', 'Send an API token in the header Authorization: Bearer.')
}
