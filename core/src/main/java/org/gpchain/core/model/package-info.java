/** The model and all that it consists of; the files of models and of word resources. */
package org.gpchain.core.model;
