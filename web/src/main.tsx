import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './theme.css'
import { App } from './app.tsx'
import { applySavedTheme } from './shell/theme.ts'
import { startWords } from './words/start.ts'

applySavedTheme()
await startWords()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
