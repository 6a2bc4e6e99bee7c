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
  cannotOpen: 'Diese Seite konnte nicht geöffnet werden',

  welcome: 'Gibt diese Zusammenfassung wieder, worum es in Ihrem Vortrag ging?',
  welcomeToText: 'Gibt dieser Text wieder, worum es in Ihrem Vortrag ging?',
  chosen: (n) => [
    `Wir haben ${sentences(n)} aus „`,
    '“ ausgewählt, und zwar danach, wie lange Sie jeweils darüber gesprochen haben.',
  ],
  chosenText: () => ['Wir bitten um Ihre Meinung zu einem kurzen Text über „', '“.'],
  talk: 'Vortrag',
  first: 'Zuerst',
  firstAsked: (n) => `${sentences(n)}, ja oder nein`,
  afterwards: 'Dann',
  afterwardsAsked: 'die ganze Zusammenfassung, 1 bis 5 Punkte',
  time: 'Dauer',
  expires: 'Gültig bis',
  agree: 'Zustimmen und beginnen',
  agreeAndContinue: 'Zustimmen und fortfahren',
  goOn: 'Fortfahren',
  seeAnswers: 'Meine Antworten ansehen',
  readSummary: 'Die ganze Zusammenfassung lesen',
  readPaperFirst: 'Zuerst den Artikel lesen',
  readPaper: 'Den Artikel lesen',
  timeNeeded: (minutes) => (minutes === 1 ? 'etwa eine Minute' : `etwa ${minutes} Minuten`),
  timeLeft: (minutes) =>
    minutes < 1 ? 'noch weniger als eine Minute' : `noch etwa ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`}`,
  almostDone: 'fast fertig',

  sentences: 'Sätze der Zusammenfassung',
  sentenceOf: (n, all) => `Satz ${n} von ${all}`,
  of: (all) => `von ${all}`,
  answeredOf: (n, all) => `${n} von ${all} Sätzen beurteilt`,
  question: 'Haben Sie diesen Punkt bei der Vorbereitung Ihres Vortrags berücksichtigt?',
  yes: 'Ja',
  no: 'Nein',
  back: 'Zurück',
  next: 'Weiter',
  skip: 'Vorerst überspringen',
  showInPaper: 'Im Artikel zeigen',
  backToQuestion: 'Zurück zur Frage',

  summary: 'Die ganze Zusammenfassung',
  summaryLead: 'Bitte lesen Sie sie im Ganzen, bevor Sie sie bewerten.',
  toRating: 'Zusammenfassung bewerten',
  readText: 'Den Text noch einmal lesen',
  textLead: 'Bitte lesen Sie diesen Text, bevor Sie ihn bewerten.',
  toRatingOfText: 'Text bewerten',

  rating: 'Insgesamt: Wie gut gibt die Zusammenfassung wieder, worum es in Ihrem Vortrag ging?',
  ratingOfText: 'Insgesamt: Wie gut gibt dieser Text wieder, worum es in Ihrem Vortrag ging?',
  scale: { 5: 'Ausgezeichnet', 4: 'Sehr gut', 3: 'Gut', 2: 'Schlecht', 1: 'Sehr schlecht' },
  dimensions: {
    coherence: 'Zusammenhang: Passen die Sätze zueinander und bauen sie aufeinander auf?',
    consistency: 'Richtigkeit: Stimmt alles mit Ihrem Vortrag und Ihrem Artikel überein?',
    fluency: 'Sprache: Ist jeder Satz gut geschrieben?',
    relevance: 'Relevanz: Enthält der Text das Wichtige und nichts anderes?',
  },
  trap: (n) => `Bitte wählen Sie hier die ${n}. Daran sehen wir, dass Sie die Fragen lesen.`,
  comment: 'Fehlt etwas, oder gehört etwas nicht hinein?',
  optional: 'freiwillig',
  yesNo: (yes, no) => `${yes} ja, ${no} nein`,
  chooseFirst: 'Bitte wählen Sie zuerst, wie viele Punkte von 1 bis 5 Sie geben.',
  chooseAllFirst: 'Bitte beantworten Sie zuerst jede Frage mit einer Zahl von 1 bis 5.',
  unanswered: 'Bitte wählen Sie hier eine Zahl.',
  send: 'Antworten absenden',
  answerRest: (n) => (n === 1 ? 'Den übrigen Satz beurteilen' : `Die übrigen ${n} Sätze beurteilen`),
  changeOne: 'Eine Antwort ändern',

  thanks: 'Vielen Dank, Ihre Antworten sind angekommen.',
  sending: 'Ihre Antworten werden gesendet',
  notSent: 'Noch nicht gesendet',
  // Points, because a 5 by itself is a bad mark at German schools.
  youSaid: (yes, all, score) =>
    `Sie haben zu ${yes} von ${all} Sätzen Ja gesagt${score === null ? '' : ` und der Zusammenfassung ${score} von 5 Punkten gegeben`}.`,
  youGave: (score) =>
    score === null ? 'Sie haben keine Bewertung abgegeben.' : `Sie haben dem Text ${score} von 5 Punkten gegeben.`,
  change: 'Antworten ändern',
  whatNext: 'Wie es weitergeht',
  whatNextSteps: [
    'Ihre Antworten werden mit denen anderer Vortragender zusammengefasst: Wie oft waren die ausgewählten Sätze die richtigen?',
    'Das Ergebnis zeigt, wie gut das Verfahren Vorträge zusammenfasst.',
  ],
  whatNextOfText: [
    'Ihre Bewertungen werden mit denen anderer Vortragender zusammengefasst.',
    'Das Ergebnis zeigt, wie gut die einzelnen Verfahren Vorträge zusammenfassen.',
  ],
  keptHere:
    'Ihre Antworten sind auf diesem Gerät gespeichert und werden gesendet, sobald Sie diesen Link mit einer Internetverbindung öffnen. Sie können die Seite jetzt schließen.',
  keepOpen: 'Bitte lassen Sie diese Seite offen, bis Ihre Antworten gesendet sind.',
  until: (date) => `Mit demselben Link können Sie Ihre Antworten bis zum ${date} ändern.`,

  expired: (date) => `Dieser Link ist am ${date} abgelaufen.`,
  late: (n) =>
    `${answers(n)} ${n === 1 ? 'hat' : 'haben'} uns nicht rechtzeitig erreicht und ${n === 1 ? 'kann' : 'können'} nicht mehr gesendet werden.`,
  savedAnswers: 'Ihre Antworten sind gespeichert. Sie können sie hier lesen, aber nicht mehr ändern.',
  noAnswers: 'Bis dahin haben uns keine Antworten erreicht.',
  noAnswer: 'keine Antwort',
  yourRatings: 'Ihre Bewertungen',
  overall: 'Insgesamt',
  yourComment: 'Ihre Anmerkung',

  saved: 'Gespeichert',
  saving: 'Wird gespeichert',
  offline: (n) => `Offline: ${answers(n)} auf diesem Gerät gespeichert, noch nicht gesendet`,
  notKept:
    'Antworten, die noch nicht gesendet sind, lassen sich hier nicht speichern. Bitte lassen Sie diese Seite offen.',
};
