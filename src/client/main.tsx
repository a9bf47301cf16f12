import './ui/base.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { startUpdates } from './app/update/start-updates'
import { UpdateBanner } from './app/update/update-banner'
import { cssVariablesResolver, theme } from './ui/theme'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const updates = startUpdates()

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <UpdateBanner updates={updates} />
      <App updates={updates} />
    </MantineProvider>
  </StrictMode>,
)
