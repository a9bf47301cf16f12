import { api } from '#contract/api'
import { browser, read, write, writeWithOwnKeys, type Route } from '../http/route'
import { prepareTrialArchive } from '../../use-cases/operation/archive/prepare-trial-archive'
import { sendTrialArchive } from '../../use-cases/operation/archive/send-trial-archive'
import { enterStartNonce } from '../../use-cases/trials/enter-start-nonce'
import { getLedger } from '../../use-cases/trials/get-ledger'
import { revealSeed } from '../../use-cases/trials/reveal-seed'

export const ledgerRoutes: readonly Route[] = [
  read(api.getLedger, getLedger),
  write(api.enterStartNonce, enterStartNonce),
  write(api.revealSeed, revealSeed),
  writeWithOwnKeys(api.prepareTrialArchive, prepareTrialArchive),
  browser(api.downloadTrialArchive, sendTrialArchive),
]
