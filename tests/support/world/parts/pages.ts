import type { FeatureFixture, WorkspaceFixtureContext } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    page_id: string
    /** A page that can be the parent of other pages. */
    parent_page_id: string
    page_version_id: string
    /** The ids of pages of the workspace itself, which guests do not see. */
    workspace_page_id: string
    workspace_parent_page_id: string
    workspace_page_version_id: string
    /** The public link of another page. */
    page_anchor: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['files'],
  insideProject: ['page_id'],
  ofWorkspace: ['page_id', 'version_id'],
  madeRows: {
    page_id: { table: 'pages', column: 'owned_by', id: 'page_id' },
    workspace_page_id: {
      table: 'pages',
      column: 'owned_by',
      id: 'workspace_page_id',
      hiddenFrom: 'guests',
      isHiddenEvenOwn: true,
    },
    workspace_entity_id: {
      table: 'pages',
      column: 'owned_by',
      id: 'workspace_page_id',
      hiddenFrom: 'guests',
      isHiddenEvenOwn: true,
    },
  },
  places: (side) => ({
    page_id: side.page_id,
    workspace_page_id: side.workspace_page_id,
    workspace_entity_id: side.workspace_page_id,
    workspace_version_id: side.workspace_page_version_id,
    page_anchor: side.page_anchor,
    // The page does not contain this block, so the call answers that the block was deleted.
    block_id: side.page_id,
  }),
  placesOfCall: (side, { area }) => (area === 'pages' ? { version_id: side.page_version_id } : {}),
  fields: (side) => ({ page: side.page_id, user_id: side.maker_id }),
  fieldsOfCall(side, { path, area }) {
    if (area !== 'pages') return {}
    // In the tests, a call that moves a page always moves it into a project.
    const isOfProject = path.includes('{project_id}') || path.endsWith('/move/')
    return { parent: isOfProject ? side.parent_page_id : side.workspace_parent_page_id }
  },
  async inWorkspace({ admin, params, side, sql }) {
    const page = await admin.call('createWorkspacePage', {
      params,
      body: { name: 'Made by Tom for all', description_html: '<p>Written by Tom</p>' },
    })
    const above = await admin.call('createWorkspacePage', { params, body: { name: 'Above others' } })
    const [version] = await admin.call('listWorkspacePageVersions', {
      params: { ...params, page_id: page.id },
    })
    await give([page.id, above.id], { side, sql })
    return {
      workspace_page_id: page.id,
      workspace_parent_page_id: above.id,
      workspace_page_version_id: version?.id ?? '',
    }
  },
  async inProject({ admin, params, side, sql }) {
    const page = await admin.call('createPage', {
      params,
      body: { name: 'Made by Tom', description_html: '<p>Written by Tom</p>' },
    })
    const [version] = await admin.call('listPageVersions', { params: { ...params, page_id: page.id } })
    const above = await admin.call('createPage', { params, body: { name: 'Above others' } })
    await give([page.id, above.id], { side, sql })
    const view_props = { cover: side.project_asset_id }
    const { id: page_id } = await admin.call('createPage', {
      params,
      body: { name: 'Public page', view_props },
    })
    const { publication } = await admin.call('publishPage', { params: { ...params, page_id }, body: {} })
    return {
      page_id: page.id,
      parent_page_id: above.id,
      page_version_id: version?.id ?? '',
      page_anchor: publication?.anchor ?? '',
    }
  },
}

/** Makes the user `maker_id` the owner of the pages, and shares the pages with another person. */
async function give(
  pageIds: string[],
  { side, sql }: Pick<WorkspaceFixtureContext, 'side' | 'sql'>,
): Promise<void> {
  await sql(
    "update pages set owned_by = $1, shares = jsonb_build_object($2::text, 'read') where id = any($3)",
    [side.maker_id, side.outsider_id, pageIds],
  )
}
