import { defineEntity, p } from '@mikro-orm/postgresql'

/** A job that has failed for the last time. Its data is encrypted. */
export const JobFailureEntity = defineEntity({
  name: 'JobFailure',
  tableName: 'job_failures',
  properties: {
    id: p.uuid().primary(),
    name: p.string(),
    attempts: p.integer(),
    reason: p.text(),
    sealed_data: p.text(),
    failed_at: p.datetime(),
  },
})
