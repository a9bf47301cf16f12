// Lets the page of visitors paint its words before the app is there, where nobody is signed in on this device.
try {
  if (localStorage.getItem('equipoise.token') === null) document.documentElement.dataset.visitor = ''
} catch {
  // A browser that blocks storage paints them with the app.
}
