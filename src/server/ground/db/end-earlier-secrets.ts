import type { Transaction } from './transaction'

/**
 * Ends every session, invitation, link to choose a password and wall view, and deletes every download link. In a restored
 * database those that ended since its backup would work again.
 */
export const endEarlierSecrets = async (transaction: Transaction, ended_at: string): Promise<void> => {
  for (const table of ['sessions', 'association_tokens', 'external_account_links', 'wall_views'] as const)
    await transaction.updateTable(table).set({ ended_at }).where('ended_at', 'is', null).execute()
  await transaction.deleteFrom('report_tokens').execute()
}
