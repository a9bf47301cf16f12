import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { NotFound } from '../../api/not-found'
import { paths } from '../../paths'
import { TextLink } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'
import type { HelpPage } from './help-page'
import classes from './help.module.css'

const route = getRouteApi('/help/$name')

/** `/help/NAME`: one page of the help, with its sections beside it. */
export function HelpPageScreen() {
  const page = route.useLoaderData()
  return page === null ? <NotFound /> : <Page key={page.name} page={page} />
}

function Page({ page: { title, sections, html, name } }: { page: HelpPage }) {
  const text = useFollowedLinks()
  useAddressedSection()
  return (
    <>
      <PageTitle title={title} />
      <div className={classes['page']}>
        {sections.length > 1 && (
          <nav aria-label="On this page" className={`${classes['sections']} no-print`}>
            <ul className="plain-list">
              {sections.map((section) => (
                <li key={section.id} data-depth={section.depth}>
                  <TextLink
                    {...paths.helpPage(name)}
                    hash={section.id}
                    activeOptions={{ includeHash: true }}
                    className={classes['section']}
                  >
                    {section.title}
                  </TextLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {/* oxlint-disable-next-line react/no-danger -- rendered at build from src/help; HTML and other addresses are refused there. */}
        <div ref={text} className={classes['text']} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </>
  )
}

/** Brings the section that the address names into view. The router looked for it before the page was loaded. */
const useAddressedSection = () => {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => document.getElementById(hash)?.scrollIntoView(), [hash])
}

/**
 * Has the router open links of the text to other pages of help, so that nothing is loaded again. It listens before the text is
 * drawn: a busy tablet takes clicks earlier than later effects.
 */
const useFollowedLinks = () => {
  const text = useRef<HTMLDivElement>(null)
  const navigate = route.useNavigate()
  useLayoutEffect(() => {
    const element = text.current
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (link === null || !isPlain || link.origin !== location.origin || link.hasAttribute('download')) return
      event.preventDefault()
      const name = link.pathname.slice('/help/'.length)
      void navigate({ ...paths.helpPage(name), hash: link.hash.slice(1) })
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate])
  return text
}
