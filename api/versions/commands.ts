import { AppError, notFound } from '#common/errors.ts'
import type { VersionAnswer } from '#common/versions/schema.ts'
import { canEditWorkItem } from '#common/work-items/rules.ts'
import { refuseArchived } from '../access/guard.ts'
import type { ProjectContext } from '../context.ts'
import { describe } from '../work-items/describe.ts'
import { actorOf, allow } from '../work-items/load.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { whereItIs } from '../work-items/moved-on.ts'
import { VersionEntity } from './entity.ts'
import { loadVersion, presentVersion, textOf } from './queries.ts'

/**
 * Writes the text of a version into the document as it is now, so that who has it open sees it change; what it was until then is a version
 * that can be brought back in turn. One that says what the text says already changes nothing.
 */
export function restoreVersion(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  stillFrom?: string,
): Promise<VersionAnswer> {
  return whereItIs(ctx, issueId, async (there) => {
    refuseArchived(there.project)
    const [item] = await lockItems(there, [issueId])
    if (item === undefined) throw notFound('Issue not found')
    allow(canEditWorkItem(actorOf(there), item))
    const version = await loadVersion(there, issueId, id)
    const { description_html: html } = await textOf(there, version)
    // Whatever was read last: it takes the place of the text that is there, and is not merged with it.
    await describe(there, item, { html, match: '*', restored_from: version.last_saved_at })
    // What was typed and not stored yet is a version by now, too.
    const [newest = version, before] = await there.em.find(
      VersionEntity,
      { issue_id: issueId },
      { orderBy: { id: 'desc' }, limit: 2 },
    )
    const isStill = [newest, before].some((one) => one?.restored_from?.toISOString() === stillFrom)
    if (stillFrom !== undefined && !isStill)
      throw new AppError('conflict', 'The description has been changed since')
    return presentVersion(newest)
  })
}
