/** The papers' tables, run again row by row, and the page that shows them. */
package org.gpchain.experiments.papers;
