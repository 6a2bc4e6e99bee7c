"""Authors of talks: invited from a list, reminded, and what their ratings add up to. Their page is `authors.answering`.

What they read, by language and in versions, is `authors.wording`.

lines : a list of authors, checked line by line.
inviting : invitations from such a list, and what is done with many of them.
mailing : the e-mails, sent by a worker.
entering : answers that they gave elsewhere.
figures, exporting : what they answered.
"""

from annotator.authors.entering import Sheet as Sheet
from annotator.authors.entering import enter_answers as enter_answers
from annotator.authors.exporting import PARTS as PARTS
from annotator.authors.exporting import records as records
from annotator.authors.figures import figures_of as figures_of
from annotator.authors.figures import mean_of as mean_of
from annotator.authors.figures import states_of as states_of
from annotator.authors.inviting import VERBS as VERBS
from annotator.authors.inviting import Asked as Asked
from annotator.authors.inviting import act as act
from annotator.authors.inviting import change_address as change_address
from annotator.authors.inviting import invite_authors as invite_authors
from annotator.authors.lines import MOST_AT_ONCE as MOST_AT_ONCE
from annotator.authors.lines import AuthorLine as AuthorLine
from annotator.authors.lines import authors_of_papers as authors_of_papers
from annotator.authors.lines import checked as checked
from annotator.authors.mailing import ask_for_unsent as ask_for_unsent
from annotator.authors.mailing import preview as preview
from annotator.authors.mailing import send_author_mail as send_author_mail
