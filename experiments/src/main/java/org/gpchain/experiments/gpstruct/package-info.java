/** The papers' tables: their tasks, learned by their methods and ours. */
package org.gpchain.experiments.gpstruct;
