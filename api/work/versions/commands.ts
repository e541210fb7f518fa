import type { VersionAnswer } from '#common/documents/versions/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { canEditWorkItem } from '#common/work/work-items/rules.ts'
import { actorOf, requirePermission } from '../../access/actor.ts'
import { assertNotArchived } from '../../access/guard.ts'
import { itemVersionKind } from '../../documents/versions/kinds.ts'
import { restoreTextOfVersion } from '../../documents/versions/restore-text.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import { runInCurrentProject } from '../work-items/current-project.ts'
import { writeItemDescription } from '../work-items/describe.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { presentVersion } from './queries.ts'

export function restoreVersion(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  stillFrom?: string,
): Promise<VersionAnswer> {
  return runInCurrentProject(ctx, issueId, async (itemCtx) => {
    assertNotArchived(itemCtx.project)
    const [item] = await lockItems(itemCtx, [issueId])
    if (item === undefined) throw notFound('Issue not found')
    requirePermission(canEditWorkItem(actorOf(itemCtx), item))
    const write = (content: DocumentContent) => writeItemDescription(itemCtx, item, content)
    return presentVersion(
      await restoreTextOfVersion(itemCtx, itemVersionKind, issueId, { id, stillFrom, write }),
    )
  })
}
