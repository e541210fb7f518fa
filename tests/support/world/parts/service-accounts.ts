import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    service_account_id: string
    service_token_id: string
    /** An admin, because only admins can own service accounts. */
    service_owner_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({
    service_account_id: side.service_account_id,
    service_token_id: side.service_token_id,
  }),
  fields: (side) => ({ owner_id: side.service_owner_id }),
  async inWorkspace({ admin, params }) {
    const { id } = await admin.call('createServiceAccount', { params, body: { display_name: 'Build agent' } })
    const at = { ...params, service_account_id: id }
    const token = await admin.call('createServiceToken', { params: at, body: { label: 'Build' } })
    return { service_account_id: id, service_token_id: token.id, service_owner_id: admin.id }
  },
}
