import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { AppError } from '#common/platform/errors.ts'
import { pageTools, readPage } from './page-tools.ts'
import { projectTools } from './project-tools.ts'
import { type ToolContext, ToolError } from './tool.ts'
import { readWorkItem, workItemTools } from './work-item-tools.ts'

export const mcpTools = [...projectTools, ...workItemTools, ...pageTools]

const instructions = [
  'Tandem is a tool for teams who plan and write together.',
  'A workspace has projects, and a project has work items with keys such as HARB-12, cycles, modules and pages.',
  'Call list_projects first, and describe_project before you create or change work items.',
  'Texts are Markdown. Dates have the form 2026-12-31.',
].join(' ')

/** Creates the MCP server for one request. */
export function createMcpServer(context: ToolContext): McpServer {
  const server = new McpServer({ name: 'tandem', title: 'Tandem', version: '1.0.0' }, { instructions })
  for (const { name, title, description, input, isReadOnly, run } of mcpTools)
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations: { title, readOnlyHint: isReadOnly } },
      (sent: unknown) => answer(context, () => run(context, sent as never)),
    )
  addResources(server, context)
  addPrompts(server)
  return server
}

/**
 * Errors become part of the answer, so that the language model can read and correct them. Unexpected errors are only
 * logged, because their messages may contain secrets.
 */
async function answer({ log }: ToolContext, run: () => Promise<object>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await run(), null, 1) }] }
  } catch (error) {
    const isExpected = error instanceof ToolError || error instanceof AppError
    if (!isExpected) log.error({ err: error }, 'a tool of the MCP server failed')
    const text = isExpected ? error.message : 'Something went wrong please try again later'
    return { isError: true, content: [{ type: 'text' as const, text }] }
  }
}

function addResources(server: McpServer, context: ToolContext): void {
  const json = async (uri: URL, read: Promise<object>) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(await read, null, 1) }],
  })
  server.registerResource(
    'work-item',
    new ResourceTemplate('tandem://{workspace}/work-items/{key}', { list: undefined }),
    { title: 'Work item', description: 'A work item with its description and comments, such as HARB-12.' },
    (uri, { workspace, key }) =>
      json(uri, readWorkItem(context, { workspace: String(workspace), key: String(key) })),
  )
  server.registerResource(
    'page',
    new ResourceTemplate('tandem://{workspace}/pages/{id}', { list: undefined }),
    { title: 'Page', description: 'A page of the workspace or of one of its projects.' },
    (uri, { workspace, id }) =>
      json(uri, readPage(context, { workspace: String(workspace), id: String(id) })),
  )
}

const place = { workspace: z.string(), project: z.string() }

function addPrompts(server: McpServer): void {
  const prompt = (text: string) => ({
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  })
  server.registerPrompt(
    'triage',
    {
      title: 'Triage new work items',
      description: 'Goes through the work items in the backlog.',
      argsSchema: place,
    },
    ({ workspace, project }) =>
      prompt(
        `Read the project ${project} of the workspace ${workspace} with describe_project, and its work items in the state group backlog. For each work item without a priority, propose a priority, labels and an assignee with one sentence of reason. List duplicates. Change nothing before I agree.`,
      ),
  )
  server.registerPrompt(
    'plan_cycle',
    {
      title: 'Plan the next cycle',
      description: 'Proposes the work items of the next cycle.',
      argsSchema: place,
    },
    ({ workspace, project }) =>
      prompt(
        `Plan the next cycle of the project ${project} in the workspace ${workspace}. Read the project, the open work items of its current cycle and its backlog. Propose which work items the next cycle should contain, sorted by priority, and compare their estimates with what the last cycles completed. Change nothing before I agree.`,
      ),
  )
}
