import type { EntityManager } from '@mikro-orm/postgresql'
import { isSummableEstimate } from '#common/planning/estimates/rules.ts'
import type { SummableEstimateType } from '#common/planning/figures/summable-estimate-types.ts'
import { localDay } from '#common/platform/clock.ts'
import { query } from '../../platform/db/orm.ts'

/** The settings of a project that influence the statistics of its cycles and modules. */
export interface FigureSettings {
  timezone: string
  today: string
  /** The unit of the project's estimate. Is null if the values of the estimate cannot be added. */
  pointsType: SummableEstimateType | null
  /** The first day with the current unit, or null if the project never had another unit. */
  pointsSince: string | null
}

export async function loadFigureSettings(em: EntityManager, projectId: string): Promise<FigureSettings> {
  const { timezone, points_since, type } = await query(em)
    .selectFrom('projects')
    .leftJoin('estimates', (join) =>
      join
        .onRef('estimates.project_id', '=', 'projects.id')
        .on('estimates.last_used', '=', true)
        .on('estimates.deleted_at', 'is', null),
    )
    .select(['projects.timezone', 'projects.points_since', 'estimates.type'])
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    timezone,
    today: localDay(Date.now(), timezone),
    pointsType: type !== null && isSummableEstimate(type) ? type : null,
    pointsSince: points_since && localDay(points_since.getTime(), timezone),
  }
}
