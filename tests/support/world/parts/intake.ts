import type { FeatureFixture } from '../part.ts'
import { timestampInDays } from '../rows.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** An item that the user `maker_id` submitted. */
    intake_id: string
    intake_version_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['inbox_issue_id', 'intake-work-items/{id}'],
  madeRows: { inbox_issue_id: { table: 'work_items', column: 'created_by', id: 'intake_id' } },
  places: (side) => ({
    intake_id: side.project_id,
    inbox_issue_id: side.intake_id,
    'intake-work-items/{id}': side.intake_id,
  }),
  placesOfCall: (side, { area }) => (area === 'intake' ? { version_id: side.intake_version_id } : {}),
  fields: () => ({ status: '-2', snoozed_till: timestampInDays(3) }),
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createInboxIssue', {
      params,
      body: { issue: { name: 'Sent in by Tom', description_html: '<p>Please</p>' } },
    })
    const { results } = await admin.call('listIntakeVersions', { params: { ...params, id } })
    await sql('update work_items set created_by = $1 where id = $2', [side.maker_id, id])
    return { intake_id: id, intake_version_id: results[0]?.id ?? '' }
  },
}
