import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** Id of a failed background job. */
    job_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({ job_id: side.job_id }),
  async inWorkspace({ sql }) {
    const id = newId()
    // No version of Tandem defines a job with this name, so no process runs the job during the tests.
    await sql(
      `insert into job_failures (id, name, attempts, reason, sealed_data) values ($1, 'forgotten', 1, 'It failed', '')`,
      [id],
    )
    return { job_id: id }
  },
}
