/**
 * Six weeks of work on Harbor, an app to book berths in small marinas; oldest item first. Columns: state | priority
 * | created, days ago | completed, days ago | start | due, days from today | labels | people | name. `you` is the
 * user who requested the sample. A name that begins with `>` is a sub-item of the last item without `>`.
 */
export const sampleItemTable = `
  In Progress | high   | 44 |    | -24 |  12 | Feature             | Priya, Ines   | Book a berth by map
  Done        | high   | 43 | 21 | -30 | -20 | Feature             | Aisha         | > Draw the map from our own tiles
  Done        | medium | 41 | 11 | -22 | -12 | Feature             | Aisha         | > Group berths that stand close together
  In Progress | high   | 40 |    |  -6 |   3 | Feature             | Aisha, you    | > Filter the map by boat length and draught
  Todo        | high   | 39 |    |   1 |   9 | Feature             | Jonas         | > Reserve a berth without an account
  Done        | urgent | 42 | 34 | -40 | -33 |                     | Priya, Jonas  | Choose a payment provider
  Done        | urgent | 40 | 17 | -32 | -18 | Feature             | Jonas         | Pay with a card
  In Progress | medium | 38 |    |  -9 |   5 | Feature, Mobile     | Jonas, Tomasz | Pay with Apple Pay and Google Pay
  Todo        | high   | 37 |    |     |   8 | Feature             | Jonas         | Refund a booking that is cancelled in time
  In Progress | urgent |  4 |    |  -2 |   0 | Bug                 | Jonas, Leo    | Booking is charged twice after a lost connection
  Todo        | urgent |  3 |    |     |   1 | Bug                 | Mei           | Receipt shows the wrong VAT in Denmark
  Done        | high   | 10 |  6 |  -8 |  -6 | Bug                 | Aisha         | Calendar jumps back a month after choosing a day
  Done        | medium | 29 | 25 |     |     | Bug                 | Mei           | Search finds nothing when a name has an accent
  Todo        | medium | 19 |    |     |  15 | Improvement         | Aisha         | Photos of a berth load one after another
  In Progress | high   | 22 |    |  -4 |   6 | Improvement, Mobile | Aisha, Tomasz | First load takes five seconds on a slow phone
  Done        | high   |  8 |  2 |  -4 |  -2 | Improvement         | Aisha         | > Load the map library only where a map is shown
  In Progress | medium |  8 |    |  -1 |   4 | Improvement, Mobile | Tomasz        | > Shrink photos before they are uploaded
  In Progress | high   | 43 |    | -35 |  20 | iOS                 | Tomasz        | App for iPhone
  In Progress | high   | 26 |    |  -5 |   7 | iOS, Android        | Tomasz, you   | > Keep tonight’s booking readable offline
  Todo        | medium | 25 |    |     |  16 | iOS, Android        | Tomasz        | > Remind the evening before arrival
  Backlog     | medium | 20 |    |     |  24 | iOS                 | Priya         | > Get the app through review
  Backlog     | medium | 43 |    |     |     | Android             | Tomasz        | App for Android
  Backlog     | low    | 31 |    |     |     | Feature, Mobile     |               | Share one booking with the whole crew
  In Progress | high   | 38 |    | -14 |   2 | Feature, Design     | Ines, Mei     | Harbour master’s day view
  Done        | high   | 37 | 27 | -34 | -26 | Design              | Ines          | > Interview four harbour masters
  Done        | medium | 33 | 16 | -25 | -16 | Design              | Ines          | > Sketch arrivals, departures and free berths
  In Progress | medium | 18 |    |  -3 |   2 | Feature             | Mei           | > Mark a boat as arrived with one tap
  Todo        | low    | 17 |    |     |   6 | Design              | Ines          | > Large type for a screen on the wall
  Backlog     | medium | 16 |    |     |     | Feature             |               | > Move a boat to another berth by dragging it
  Done        | urgent | 14 | 12 | -13 | -12 | Bug                 | Mei, Jonas    | Two bookings for one berth in the same night
  Done        | high   | 24 | 23 |     |     | Bug                 | Leo           | Gate code is missing in the confirmation mail
  In Progress | high   |  9 |    |  -3 |   1 | Bug                 | Oskar         | Mails from us land in spam at two providers
  Done        | medium | 35 | 22 | -28 | -21 | Feature             | Mei           | Sign in with a code instead of a password
  Todo        | high   | 28 |    |     |  11 | Feature             | Mei           | Let people delete their account
  Todo        | medium | 28 |    |     |  10 | Documentation       | Priya, you    | Write down what we keep about guests, and how long
  Done        | high   | 39 | 24 | -31 | -23 | Feature             | Mei           | Prices by season
  Todo        | low    | 32 |    |     |     | Feature             | Mei           | Discount from the third night
  Backlog     | low    | 30 |    |     |     | Feature             |               | Winter storage as a kind of booking
  Backlog     | none   | 27 |    |     |     | Feature             |               | Electricity and water by meter
  Done        | medium | 34 | 14 | -21 | -15 | Feature             | Oskar         | Import berths from a spreadsheet
  Todo        | medium | 13 |    |     |  13 | Improvement         | Oskar         | Say which rows of an import could not be read
  Todo        | medium | 23 |    |   2 |  12 | Feature             | Oskar, you    | Export bookings for the accountant
  Done        | medium | 33 | 28 |     |     | Feature             | Mei           | Invite a colleague to a marina
  Backlog     | medium | 15 |    |     |     | Improvement         | Ines          | Undo for a cancelled booking
  In Progress | low    | 12 |    |  -2 |   9 | Design              | Ines, you     | Empty states that say what to do next
  Backlog     | low    | 21 |    |     |     | Design              | Ines          | Dark appearance for the night watch
  Done        | medium | 18 | 13 |     |     | Bug, Design         | Ines          | Contrast of the price labels is too low
  Todo        | high   | 20 |    |     |  14 | Improvement         | Aisha, Leo    | Whole booking by keyboard and screen reader
  In Progress | medium | 24 |    |  -7 |  18 | Feature             | Leo           | German, Danish and Dutch
  Todo        | low    | 11 |    |     |  17 | Documentation       | Leo           | Help pages for the first ten questions
  Done        | medium | 27 |  9 | -19 | -10 | Documentation       | Priya         | Guide for marinas: from contract to first guest
  Backlog     | low    | 10 |    |     |     | Documentation       | Jonas         | Describe the booking API for partners
  Todo        | medium |  9 |    |     |     | Improvement         | Oskar         | Alert when bookings drop below the usual
  Done        | high   | 16 |  8 | -12 |  -8 |                     | Oskar         | Restore yesterday’s backup into a test system
  Cancelled   | medium | 38 |    |     |     |                     | Oskar         | Move to the new database version
  Cancelled   | low    | 36 |    |     |     | Feature             | Priya         | Chat between guest and harbour master
  Cancelled   | none   | 35 |    |     |     | Feature             |               | Reward points
  Backlog     | low    |  7 |    |     |     | Feature             | Tomasz        | Tide and wind on the day of arrival
  Backlog     | none   |  6 |    |     |     | Feature             |               | Ask for a rating the day after
  In Progress | medium | 19 |    | -10 |   8 | Improvement         | Leo           | Tests for every way a booking can end
  Todo        | urgent |  5 |    |   4 |  22 |                     | Priya, you    | Pilot with the marina in Flensburg
  Backlog     | none   |  2 |    |     |     |                     | Priya         | Thank the first hundred guests
`
