import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    theme_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({ theme_id: side.theme_id }),
  async inWorkspace({ admin, params }) {
    const { id } = await admin.call('createTheme', { params, body: { name: 'Dusk', colors: {} } })
    return { theme_id: id }
  },
}
