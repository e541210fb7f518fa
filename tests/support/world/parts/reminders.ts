import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** A reminder of the user `maker_id`. */
    reminder_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['work-items'],
  madeRows: {
    reminder_id: { table: 'reminders', column: 'user_id', id: 'reminder_id', hiddenFrom: 'everybody' },
  },
  places: (side) => ({ reminder_id: side.reminder_id }),
  fieldsOfCall: (_, { area }) =>
    area === 'reminders' ? { remind_at: new Date(Date.now() + 3_600_000).toISOString() } : {},
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createReminder', {
      params: { ...params, id: side.item_id },
      body: { remind_at: new Date(Date.now() + 7_200_000).toISOString() },
    })
    await sql('update reminders set user_id = $1 where id = $2', [side.maker_id, id])
    return { reminder_id: id }
  },
}
