import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    chat_target_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({ chat_target_id: side.chat_target_id }),
  insideProject: ['chat_target_id'],
  async inProject({ admin, params }) {
    const body = { name: '#tom', url: 'https://chat.tom.example/hook', service: 'slack' as const }
    const { id } = await admin.call('createChatTarget', { params, body })
    return { chat_target_id: id }
  },
}
