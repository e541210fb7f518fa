/** Pages of the sample project, as blocks of HTML of the editor. */
export const samplePages = [
  {
    name: 'Harbor at a glance',
    blocks: [
      '<p>Harbor lets people book a berth in a small marina the way they book a room: on a map, with a price, paid at once. The harbour master sees who comes and who goes on one screen and has the evening for something else than telephone calls.</p>',
      '<h2>For whom</h2>',
      '<ul><li><p><strong>Guests</strong> on a boat of six to fifteen metres who decide at noon where to sleep.</p></li><li><p><strong>Harbour masters</strong> of marinas with twenty to two hundred berths, most of them alone in the office.</p></li><li><p><strong>Owners</strong> of berths who are away and would rather have them used.</p></li></ul>',
      '<h2>What must be true</h2>',
      '<ol><li><p>A berth that is shown as free is free. Nobody arrives at a taken one.</p></li><li><p>Booking takes less than a minute, on a phone, in the sun, with one hand on the wheel.</p></li><li><p>What the harbour master needs is there without the internet.</p></li></ol>',
      '<blockquote><p>“I do not want a system. I want to know whether the blue ketch is coming tonight.” (a harbour master, in the second interview)</p></blockquote>',
      '<h2>Payments, decided</h2>',
      '<p>We take the provider that pays out to marinas in their own currency and refunds without a fee. The cheaper one keeps its fee when a booking is cancelled, and our guests cancel whenever the wind turns.</p>',
      '<h2>Not now</h2>',
      '<p>Reward points, chat and winter storage. The first two nobody asked for. The third is a product of its own, and we come back to it in autumn.</p>',
    ],
  },
  {
    name: 'Pilot checklist',
    blocks: [
      '<p>Four weeks with the marina in Flensburg: forty berths, two harbour masters, real guests and real money. What is below must be done on the day before we open.</p>',
      '<h2>Before we start</h2>',
      '<ul><li><p>Berths imported and walked along the jetty once, list in hand</p></li><li><p>Prices for the season checked by the marina</p></li><li><p>A booking paid, cancelled and refunded with a real card</p></li><li><p>Day view on the screen in the office, legible from the door</p></li><li><p>Sign with the address and a code to scan at the guest pier</p></li></ul>',
      '<h2>Every morning</h2>',
      '<ul><li><p>Compare the day view with the jetty; write down every difference</p></li><li><p>Call both harbour masters on Mondays, otherwise only when something is wrong</p></li></ul>',
      '<h2>We stop when</h2>',
      '<p>a guest arrives at a taken berth for the second time, or money is missing for longer than a day. Then the marina goes back to its book, which stays on the desk all four weeks.</p>',
      '<h2>Who to ask</h2>',
      '<p>Priya for the marina, Jonas for payments, Oskar for everything that does not start.</p>',
    ],
  },
] as const
