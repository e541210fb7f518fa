/** On the bus after each commit: the id of a workspace whose feed goes on. A message may be lost, so readers look by themselves too. */
export const changesChannel = 'changes'
