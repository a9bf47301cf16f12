import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { enterStartNonce } from '../../use-cases/trials/enter-start-nonce'
import { getLedger } from '../../use-cases/trials/get-ledger'
import { revealSeed } from '../../use-cases/trials/reveal-seed'

export const ledgerRoutes: readonly Route[] = [
  read(api.getLedger, getLedger),
  write(api.enterStartNonce, enterStartNonce),
  write(api.revealSeed, revealSeed),
]
