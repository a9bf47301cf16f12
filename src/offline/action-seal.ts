import { readStoredAction, STORED_ACTION_VERSION, type StoredAction } from '#contract/stored-action'
import { readPutAway, type PutAway, type SealedAction } from '#contract/sealed-action'
import { openText, sealText } from './sealed-text'

/** The owner of a seal: the person and the id of the session. */
type SealOwner = { sub: string; session: string }

type Labelled = { id: string; sub: string; label: string | null }

/**
 * Seals a person's actions and opens them again. An action opens only with the same person, id, author, targets and state as it
 * was sealed with. Anything else opens as null, never as wrong content.
 */
export type ActionSeal = SealOwner & {
  seal: (action: StoredAction) => Promise<SealedAction>
  open: (id: string, sealed: SealedAction) => Promise<StoredAction | null>
  /** The label of an action that is remembered outside the outbox. */
  openLabel: (remembered: Labelled) => Promise<string | null>
  sealPutAway: (id: string, note: PutAway) => Promise<string>
  openPutAway: (id: string, sealed: string) => Promise<PutAway | null>
}

/** Creates the seal of a session from the person's key. */
export const createActionSeal = (key: CryptoKey, { sub, session }: SealOwner): ActionSeal => {
  const seal = (bound: Bound, text: string) => sealText(key, JSON.stringify(bound), text)
  const open = (bound: Bound, sealed: string) => openText(key, JSON.stringify(bound), sealed)
  return {
    sub,
    session,
    seal: async (action) => {
      const { id, author, targets, state, label } = action
      if (author.sub !== sub) throw new Error('an action is sealed by its author alone')
      const header = { id, version: STORED_ACTION_VERSION, author, targets, state }
      return {
        ...header,
        label: await seal(['label', id, sub], label),
        content: await seal(boundTo(header), JSON.stringify(action)),
      }
    },
    open: async (id, sealed) => {
      if (sealed.author.sub !== sub) return null
      const content = await open(boundTo({ ...sealed, id }), sealed.content)
      return content === null ? null : readStoredAction(JSON.parse(content))
    },
    openLabel: async ({ id, sub: author, label }) =>
      author === sub && label !== null ? open(['label', id, sub], label) : null,
    sealPutAway: (id, note) => seal(['put_away', id, sub], JSON.stringify(note)),
    openPutAway: async (id, sealed) => {
      const text = await open(['put_away', id, sub], sealed)
      return text === null ? null : readPutAway(JSON.parse(text))
    },
  }
}

type Bound = readonly unknown[]

/** Binds the fields in clear to the sealed content: if either is changed, the action no longer opens. */
const boundTo = ({ id, version, author, targets, state }: Omit<SealedAction, 'label' | 'content'>): Bound => [
  'action',
  id,
  version,
  author.sub,
  author.name,
  targets,
  state,
]
