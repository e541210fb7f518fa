import { weightedAccessOperations } from './access-operations.ts'
import { initialProjectOperations, weightedContentOperations } from './content-operations.ts'
import { type Operation, type OperationTarget, pickRandom } from './operations.ts'
import { type PersonName, personNames, type SeededProject, type SeededWorkspace } from './people.ts'
import type { Random } from './random.ts'

/**
 * Creates the operations of a run. The same seed gives the same operations. Only the order in which several
 * writers are served differs from run to run.
 */
export function generateRandomOperations(
  random: Random,
  workspaces: SeededWorkspace[],
  count: number,
): Operation[] {
  const weighted = [...weightedContentOperations, ...weightedAccessOperations].flatMap(([weight, make]) =>
    Array.from({ length: weight }, () => make),
  )
  const opening = workspaces.flatMap((workspace) =>
    workspace.projects.flatMap((project) =>
      initialProjectOperations.map((make) => make(sceneOf(random, workspace, project, workspace.owner))),
    ),
  )
  const others = Array.from({ length: Math.max(0, count - opening.length) }, () => {
    const workspace = pickRandom(random, workspaces)
    // In nine of ten operations, choose a member of the workspace. Otherwise, the server would refuse nearly every
    // operation.
    const among = random.chance(0.1) ? personNames : workspace.members
    const who = random.chance(0.7) ? workspace.owner : pickRandom(random, among)
    return pickRandom(
      random,
      weighted,
    )(sceneOf(random, workspace, pickRandom(random, workspace.projects), who))
  })
  return [...opening, ...others]
}

function sceneOf(
  random: Random,
  workspace: SeededWorkspace,
  project: SeededProject,
  who: PersonName,
): OperationTarget {
  return { random, workspace, project, who, params: { slug: workspace.slug, project_id: project.id } }
}
