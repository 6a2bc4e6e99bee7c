import type { Words } from '../language';

const sentences = (n: number) => (n === 1 ? '1 Satz' : `${n} Sätze`);
const answers = (n: number) => (n === 1 ? '1 Antwort' : `${n} Antworten`);

export const words: Words = {
  language: 'Deutsch',
  dates: 'de-DE',
  switchLanguage: 'Sprache',
  loading: 'Wird geladen …',
  tryAgain: 'Noch einmal versuchen',
  noServer: 'Der Server ist gerade nicht erreichbar.',
  brokenLink: 'Dieser Link funktioniert nicht',
  brokenLinkWhy:
    'Vielleicht ist er unvollständig oder wurde zurückgezogen. Bitte fragen Sie die Person, die ihn geschickt hat, nach einem neuen.',
  cannotOpen: 'Diese Seite ließ sich nicht öffnen',

  welcome: 'Sagt diese Zusammenfassung, worum es in Ihrem Vortrag ging?',
  chosen: (n) => [
    `Wir haben ${sentences(n)} aus `,
    ' ausgewählt, und zwar danach, wie lange Sie über jeden gesprochen haben.',
  ],
  chosenText: () => ['Wir bitten um Ihre Meinung zu einem kurzen Text über ', '.'],
  talk: 'Vortrag',
  first: 'Zuerst',
  firstAsked: (n) => `${sentences(n)}, ja oder nein`,
  afterwards: 'Dann',
  afterwardsAsked: 'die ganze Zusammenfassung, von 1 bis 5',
  time: 'Dauer',
  expires: 'Gültig bis',
  agree: 'Zustimmen und anfangen',
  agreeAndContinue: 'Zustimmen und weitermachen',
  goOn: 'Weitermachen',
  seeAnswers: 'Meine Antworten ansehen',
  readSummary: 'Die ganze Zusammenfassung lesen',
  readPaperFirst: 'Zuerst den Aufsatz lesen',
  readPaper: 'Den Aufsatz lesen',
  timeNeeded: (minutes) => (minutes === 1 ? 'etwa eine Minute' : `etwa ${minutes} Minuten`),
  timeLeft: (minutes) =>
    minutes < 1 ? 'noch weniger als eine Minute' : `noch etwa ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`,
  almostDone: 'fast fertig',

  sentences: 'Sätze der Zusammenfassung',
  sentenceOf: (n, all) => `Satz ${n} von ${all}`,
  of: (all) => `von ${all}`,
  answeredOf: (n, all) => `${n} von ${all} Sätzen beantwortet`,
  question: 'Haben Sie dies bei der Vorbereitung Ihres Vortrags im Blick gehabt?',
  yes: 'Ja',
  no: 'Nein',
  back: 'Zurück',
  next: 'Weiter',
  skip: 'Erst einmal überspringen',
  showInPaper: 'Im Aufsatz zeigen',
  backToQuestion: 'Zurück zur Frage',

  summary: 'Die ganze Zusammenfassung',
  summaryLead: 'Bitte lesen Sie sie im Ganzen, bevor Sie sie bewerten.',
  toRating: 'Zusammenfassung bewerten',
  textLead: 'Bitte lesen Sie diesen Text, bevor Sie ihn bewerten.',
  toRatingOfText: 'Text bewerten',

  rating: 'Insgesamt: Wie gut sagt die Zusammenfassung, worum es in Ihrem Vortrag ging?',
  ratingOfText: 'Insgesamt: Wie gut sagt dieser Text, worum es in Ihrem Vortrag ging?',
  scale: { 5: 'Ausgezeichnet', 4: 'Sehr gut', 3: 'Gut', 2: 'Schlecht', 1: 'Sehr schlecht' },
  dimensions: {
    coherence: 'Zusammenhang: Passen die Sätze zueinander und bauen sie aufeinander auf?',
    consistency: 'Richtigkeit: Stimmt alles mit Ihrem Vortrag und Aufsatz überein?',
    fluency: 'Sprache: Ist jeder Satz gut geschrieben?',
    relevance: 'Relevanz: Sagt der Text das Wichtige und nichts anderes?',
  },
  trap: (n) => `Bitte wählen Sie hier die ${n}, um zu zeigen, dass Sie dies lesen.`,
  comment: 'Fehlt etwas oder gehört etwas nicht hinein?',
  optional: 'freiwillig',
  yesNo: (yes, no) => `${yes} ja, ${no} nein`,
  chooseFirst: 'Bitte wählen Sie zuerst eine Bewertung von 1 bis 5.',
  chooseAllFirst: 'Bitte beantworten Sie zuerst jede Frage mit einer Zahl von 1 bis 5.',
  send: 'Antworten absenden',
  answerRest: (n) => (n === 1 ? 'Den übrigen Satz beantworten' : `Die übrigen ${n} Sätze beantworten`),
  changeOne: 'Eine Antwort ändern',

  thanks: 'Vielen Dank, Ihre Antworten sind da.',
  sending: 'Ihre Antworten werden gesendet',
  notSent: 'Noch nicht gesendet',
  youSaid: (yes, all, score) =>
    `Sie haben zu ${yes} von ${all} Sätzen Ja gesagt${score === null ? '' : ` und der Zusammenfassung eine ${score} gegeben`}.`,
  youGave: (score) =>
    score === null ? 'Sie haben keine Bewertung abgegeben.' : `Sie haben dem Text eine ${score} gegeben.`,
  change: 'Antworten ändern',
  whatNext: 'Wie es weitergeht',
  whatNextSteps: [
    'Ihre Antworten werden mit denen anderer zusammengezählt: Wie oft waren die ausgewählten Sätze die richtigen?',
    'Das Ergebnis zeigt, wie gut das Verfahren Vorträge zusammenfasst.',
  ],
  keptHere:
    'Ihre Antworten sind auf diesem Gerät gespeichert und werden gesendet, sobald Sie diesen Link online öffnen. Sie können die Seite jetzt schließen.',
  keepOpen: 'Bitte lassen Sie diese Seite offen, bis Ihre Antworten gesendet sind.',
  until: (date) => `Mit demselben Link können Sie Ihre Antworten bis zum ${date} ändern.`,

  expired: (date) => `Dieser Link ist am ${date} abgelaufen.`,
  late: (n) =>
    `${answers(n)} ${n === 1 ? 'hat' : 'haben'} uns nicht rechtzeitig erreicht und ${n === 1 ? 'kann' : 'können'} nicht mehr gesendet werden.`,
  savedAnswers: 'Ihre Antworten sind gespeichert. Sie können sie hier lesen, aber nicht mehr ändern.',
  noAnswers: 'Bis dahin haben uns keine Antworten erreicht.',
  noAnswer: 'keine Antwort',
  yourRating: 'Ihre Bewertung',
  yourComment: 'Ihre Anmerkung',

  saved: 'Gespeichert',
  saving: 'Wird gespeichert',
  offline: (n) => `Offline: ${answers(n)} auf diesem Gerät gespeichert, noch nicht gesendet`,
  notKept: 'Hier lassen sich keine Antworten speichern. Bitte lassen Sie diese Seite offen.',
};
