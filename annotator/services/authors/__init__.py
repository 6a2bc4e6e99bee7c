"""Authors of talks: invited from a list, reminded, and what their ratings add up to. Their page is `services.ratings`.

What they read, by language and in versions, is `services.wording`.

lines : a list of authors, checked line by line.
inviting : invitations from such a list, and what is done with many of them.
mailing : the e-mails, sent by a worker.
entering : answers that they gave elsewhere.
figures, exporting : what they answered.
"""

from annotator.services.authors.entering import Sheet as Sheet
from annotator.services.authors.entering import enter_answers as enter_answers
from annotator.services.authors.exporting import PARTS as PARTS
from annotator.services.authors.exporting import records as records
from annotator.services.authors.figures import figures_of as figures_of
from annotator.services.authors.figures import mean_of as mean_of
from annotator.services.authors.figures import states_of as states_of
from annotator.services.authors.inviting import VERBS as VERBS
from annotator.services.authors.inviting import Asked as Asked
from annotator.services.authors.inviting import act as act
from annotator.services.authors.inviting import change_address as change_address
from annotator.services.authors.inviting import invite_authors as invite_authors
from annotator.services.authors.lines import MOST_AT_ONCE as MOST_AT_ONCE
from annotator.services.authors.lines import AuthorLine as AuthorLine
from annotator.services.authors.lines import authors_of_papers as authors_of_papers
from annotator.services.authors.lines import checked as checked
from annotator.services.authors.mailing import ask_for_unsent as ask_for_unsent
from annotator.services.authors.mailing import preview as preview
from annotator.services.authors.mailing import send_author_mail as send_author_mail
