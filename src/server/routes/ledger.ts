import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { enterStartNonce } from '../services/trials/enter-start-nonce'
import { getLedger } from '../services/trials/get-ledger'
import { revealSeed } from '../services/trials/reveal-seed'

export const ledgerRoutes: readonly Route[] = [
  read(api.getLedger, getLedger),
  write(api.enterStartNonce, enterStartNonce),
  write(api.revealSeed, revealSeed),
]
