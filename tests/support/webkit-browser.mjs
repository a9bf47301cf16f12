/*
 * A browser for `gjs`, GNOME's JavaScript: WebKit in a window that WebDriver drives, like MiniBrowser. Two things
 * differ: its profile is stored (MiniBrowser's is not under automation), and a script runs before each page (WebDriver
 * has none). EQUIPOISE_PROFILE names the folder of the profile, EQUIPOISE_PRELOAD has the script.
 */
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import WebKit from 'gi://WebKit2?version=4.1'

Gtk.init(null)
const profile = GLib.getenv('EQUIPOISE_PROFILE')
const preload = GLib.getenv('EQUIPOISE_PRELOAD')
const loop = new GLib.MainLoop(null, false)
const context = new WebKit.WebContext({
  website_data_manager: new WebKit.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
  }),
})
context.set_automation_allowed(true)
let views = 0

const newView = () => {
  const content = new WebKit.UserContentManager()
  const { ALL_FRAMES } = WebKit.UserContentInjectedFrames
  const { START } = WebKit.UserScriptInjectionTime
  if (preload) content.add_script(new WebKit.UserScript(preload, ALL_FRAMES, START, null, null))
  const view = new WebKit.WebView({
    web_context: context,
    is_controlled_by_automation: true,
    user_content_manager: content,
    settings: new WebKit.Settings({ enable_write_console_messages_to_stdout: true }),
  })
  const window = new Gtk.Window({ default_width: 1280, default_height: 720 })
  window.add(view)
  window.show_all()
  views += 1
  view.connect('close', () => {
    window.destroy()
    views -= 1
    if (views === 0) loop.quit()
  })
  return view
}

context.connect('automation-started', (_, session) => {
  const application = new WebKit.ApplicationInfo()
  application.set_name('Tablet')
  application.set_version(1, 0, 0)
  session.set_application_info(application)
  session.connect('create-web-view', newView)
})
loop.run()
