/** Descriptions of sample work items by name, as HTML of the editor. */
export const sampleTexts: Record<string, string> = {
  'Book a berth by map':
    '<p>Guests look for a berth where they are going, not in an alphabetical list. The map becomes the first screen, and a booking takes three taps from it.</p><h3>Done when</h3><ul><li><p>Free berths show on the map with their price</p></li><li><p>A berth can be reserved without an account and paid later</p></li><li><p>It works with one thumb in bright sun</p></li></ul>',
  'Filter the map by boat length and draught':
    '<p>Length, beam and draught come from the boat in the profile and can be changed for one search. A berth that is too short is greyed, not hidden: people ask for exceptions.</p>',
  'Choose a payment provider':
    '<p>We compared three. Deciding were payouts to marinas in their own currency and refunds without a fee. Notes are on the page “Harbor at a glance”.</p>',
  'Refund a booking that is cancelled in time':
    '<p>Full refund until 48 hours before arrival, half the price until 24 hours before, no refund after that. The marina may set more generous rules, but not stricter ones.</p>',
  'Booking is charged twice after a lost connection':
    '<p>Seen twice this week, both on a train.</p><ol><li><p>Open a booking and press Pay</p></li><li><p>Switch to flight mode before the answer comes</p></li><li><p>Switch back and press Pay again</p></li></ol><p>Expected: one charge. The second request needs the key of the first.</p>',
  'First load takes five seconds on a slow phone':
    '<p>Measured on a four-year-old phone over 3G: 5.2 s to the first berth. The map library is half of it. Goal: under 2 s.</p>',
  'Keep tonight’s booking readable offline':
    '<p>Reception ends at the harbour wall. Berth number, gate code and the harbour master’s telephone must be there without it.</p>',
  'Harbour master’s day view':
    '<p>Who arrives, who leaves, who is late, on one screen that hangs on the office wall. It changes by itself; nobody presses reload with wet hands.</p>',
  'Two bookings for one berth in the same night':
    '<p>Both were made within the same second. The database now refuses the second one, and whoever came second is offered the next free berth.</p>',
  'Winter storage as a kind of booking':
    '<p>Five marinas asked for it. From October to April, priced by the metre, with a crane on the first and the last day.</p>',
  'Chat between guest and harbour master':
    '<p>Harbour masters asked us not to: they are on the jetty, not at a screen. The telephone number is enough.</p>',
  'Pilot with the marina in Flensburg':
    '<p>Forty berths, two harbour masters, four weeks. Everything that the pilot needs is due before it starts; see the checklist on the page “Pilot checklist”.</p>',
}
